/**
 * Inodes as Hadoop's protobuf messages.
 *
 * <p>Pure conversions: knows no store and no caller. Start reading at
 * {@link io.lambdafs.namenode.message.FileStatusMessages}.
 */
@NullMarked
package io.lambdafs.namenode.message;

import org.jspecify.annotations.NullMarked;
