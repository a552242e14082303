/**
 * Hadoop's own shell, as released, in processes of its own against a running system: what it prints and how it ends is
 * what it prints and how it ends on HDFS.
 *
 * <p>Knows the plugin only as a jar on the shell's class path. Start with {@code StockShellTest}; what is expected is in
 * the resource {@code shell/hdfs-transcript.txt}, which was recorded on HDFS.
 */
@NullMarked
package io.lambdafs.shell;

import org.jspecify.annotations.NullMarked;
