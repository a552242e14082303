/** The events by which HDFS's inotify tells programs what changes in the namespace. */
@NullMarked
package io.lambdafs.namenode.inotify;

import org.jspecify.annotations.NullMarked;
