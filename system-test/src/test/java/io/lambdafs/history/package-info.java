/**
 * Histories of real processes. Clients in JVMs of their own meet in few directories of a whole system while its
 * processes are killed, frozen and cut off. All their requests and answers are recorded. A checker decides whether they
 * could have come from one file system on one machine.
 *
 * <p>Workload and recorder are in {@code io.lambdafs.testkit.history}, the checker in {@code history-checker}. Start reading at
 * {@link io.lambdafs.history.ProcessHistory}; {@link io.lambdafs.history.CheckMain} is behind {@code bin/lambdafs check}.
 */
@NullMarked
package io.lambdafs.history;

import org.jspecify.annotations.NullMarked;
