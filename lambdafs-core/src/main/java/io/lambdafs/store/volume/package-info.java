/**
 * Volumes: versioned objects that transactions read at a moment and change at once, validated when they commit. The store knows
 * nothing of files; what makes files of them is above.
 */
@NullMarked
package io.lambdafs.store.volume;

import org.jspecify.annotations.NullMarked;
