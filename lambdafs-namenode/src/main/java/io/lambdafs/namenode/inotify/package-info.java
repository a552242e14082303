/** What HDFS's inotify tells those who watch the namespace. */
@NullMarked
package io.lambdafs.namenode.inotify;

import org.jspecify.annotations.NullMarked;
