/**
 * The {@code lambdafs} command: starts, stops and shows a stack on one machine.
 *
 * <p>Knows every component's program and nothing of its inside. All processes are its children by start only: they go on
 * when it ends, and it finds them again by files with their process ids. Start reading at {@link io.lambdafs.cli.Main},
 * then {@link io.lambdafs.cli.ManagedStack}.
 */
@NullMarked
package io.lambdafs.cli;

import org.jspecify.annotations.NullMarked;
