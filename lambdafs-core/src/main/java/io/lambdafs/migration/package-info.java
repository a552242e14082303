/**
 * Moving everything from one store to another: the checks before it, the copy that can be interrupted, and the comparison after it.
 *
 * <p>Knows the capability of the port and no particular store. Start reading at {@link io.lambdafs.migration.StoreMigration}.
 */
@NullMarked
package io.lambdafs.migration;

import org.jspecify.annotations.NullMarked;
