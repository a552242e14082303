/**
 * POSIX's calls on files, and their meaning in a transaction. Knows no store and no way in which calls arrive. Start reading at
 * {@link io.lambdafs.faas.posix.PosixCalls}.
 */
@NullMarked
package io.lambdafs.faas.posix;

import org.jspecify.annotations.NullMarked;
