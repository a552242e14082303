/**
 * Volumes in the engine: items with versions, what they held before, and the validation of commits. Knows blocks, versions and
 * transactions, and nothing of files. Everything here runs on the engine's thread, over the rows that it is given.
 */
@NullMarked
package io.lambdafs.store.rocks.volume;

import org.jspecify.annotations.NullMarked;
