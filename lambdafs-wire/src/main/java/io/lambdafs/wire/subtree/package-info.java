/**
 * Policies of programmable subtrees: what a program asks of the consistency and the durability of a directory and all that
 * is below it, and the messages that set and show them.
 *
 * <p>Knows texts only: no file format and no store. Start reading at {@link io.lambdafs.wire.subtree.SubtreePolicy}.
 */
package io.lambdafs.wire.subtree;
