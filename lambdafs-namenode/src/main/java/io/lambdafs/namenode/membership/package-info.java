/**
 * A NameNode's membership in the cluster: under which name it writes, that it is seen alive, and what is done about
 * members that are not.
 *
 * <p>Knows the store and coordinator ports only. Start reading at {@link io.lambdafs.namenode.membership.WriterIdentity}.
 */
@NullMarked
package io.lambdafs.namenode.membership;

import org.jspecify.annotations.NullMarked;
