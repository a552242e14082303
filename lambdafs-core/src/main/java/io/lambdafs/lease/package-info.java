/**
 * Files under construction: committing and completing their blocks, closing them, and recovering the leases of writers
 * that are gone.
 *
 * <p>Works inside transactions that others begin and commit; knows no transport and no Hadoop. The caller holds the
 * file's inode locked EXCLUSIVE, unless a method says that it takes the lock itself. Start reading at
 * {@link io.lambdafs.lease.OpenFile}, then {@link io.lambdafs.lease.LeaseRecovery}.
 */
@NullMarked
package io.lambdafs.lease;

import org.jspecify.annotations.NullMarked;
