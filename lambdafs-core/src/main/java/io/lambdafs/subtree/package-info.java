/**
 * Decoupled subtrees as the store knows them: the holder of each directory, the numbers that were reserved for it, and
 * how far its merge has come. Start reading at {@link io.lambdafs.subtree.Decoupling}.
 */
@NullMarked
package io.lambdafs.subtree;

import org.jspecify.annotations.NullMarked;
