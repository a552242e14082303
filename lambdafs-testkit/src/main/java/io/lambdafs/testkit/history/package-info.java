/**
 * Histories: what concurrent clients asked a file system and were told, so that a checker can decide whether the answers could
 * come from one file system on one machine.
 *
 * <p>Here are the operations, their answers, the recorder that writes both as lines of JSON, and the workload that makes clients
 * meet. It knows nothing of Hadoop: the class that executes operations implements {@link io.lambdafs.testkit.history.Namespace}. The
 * checker
 * is the Go program in {@code history-checker}, and the lines are its input. Start reading at
 * {@link io.lambdafs.testkit.history.RecordingClient}.
 */
@NullMarked
package io.lambdafs.testkit.history;

import org.jspecify.annotations.NullMarked;
