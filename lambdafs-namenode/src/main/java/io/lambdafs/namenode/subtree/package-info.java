/**
 * The merge of a decoupled subtree: the journal that was brought to the store becomes a tree, and the tree becomes rows.
 *
 * <p>What is below a directory that the journal made is inserted first, in slices that any instance may apply in any order:
 * nobody can reach it yet. Then what the journal made or removed in directories from before is attached. Start reading at {@link
 * io.lambdafs.namenode.subtree.MergeTree}.
 */
@NullMarked
package io.lambdafs.namenode.subtree;

import org.jspecify.annotations.NullMarked;
