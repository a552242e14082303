/**
 * The check of files that {@code hdfs fsck} asks a NameNode's web server for, in HDFS's words, over ClientProtocol.
 *
 * <p>Start reading at {@link io.lambdafs.gateway.web.fsck.FsckServlet}.
 */
@NullMarked
package io.lambdafs.gateway.web.fsck;

import org.jspecify.annotations.NullMarked;
