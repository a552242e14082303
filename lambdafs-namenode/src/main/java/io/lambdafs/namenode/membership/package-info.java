/**
 * What is around a NameNode's membership in the cluster: its identity, the name under which it writes, when it rests, and what
 * is done about writers that are no members.
 *
 * <p>Knows the store and coordinator ports only. Start reading at {@link io.lambdafs.namenode.membership.WriterIdentity}.
 */
@NullMarked
package io.lambdafs.namenode.membership;

import org.jspecify.annotations.NullMarked;
