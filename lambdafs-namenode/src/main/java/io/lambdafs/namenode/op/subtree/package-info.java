/** Policies of programmable subtrees: what consistency and durability a directory and all below it need. */
@NullMarked
package io.lambdafs.namenode.op.subtree;

import org.jspecify.annotations.NullMarked;
