/** The operations by which a client decouples a subtree, keeps it and merges it. */
@NullMarked
package io.lambdafs.namenode.op.decoupling;

import org.jspecify.annotations.NullMarked;
