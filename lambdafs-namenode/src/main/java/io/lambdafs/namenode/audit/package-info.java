/**
 * The audit log: one line for each operation, in the format of HDFS's NameNode.
 *
 * <p>The threads that answer requests only put them into a queue. Another thread reads the messages again, makes lines and writes them. It knows
 * Hadoop's messages and no operation. Start reading at {@link io.lambdafs.namenode.audit.AuditLog}.
 */
@NullMarked
package io.lambdafs.namenode.audit;

import org.jspecify.annotations.NullMarked;
