/** Storage policies: on which types of storages the replicas of files belong. */
@NullMarked
package io.lambdafs.namenode.op.policy;

import org.jspecify.annotations.NullMarked;
