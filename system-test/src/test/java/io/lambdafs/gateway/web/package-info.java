/**
 * The gateway's web server: WebHDFS, fsck, and what must not come through it. Start with {@code WebHdfsTest}.
 */
@NullMarked
package io.lambdafs.gateway.web;

import org.jspecify.annotations.NullMarked;
