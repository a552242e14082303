/**
 * HTTP: Hadoop's own web server, with WebHDFS, {@code fsck} and the pages of a Hadoop daemon.
 *
 * <p>This package implements no operation of the file system. Start reading at {@link io.lambdafs.gateway.web.HttpDoor}.
 */
@NullMarked
package io.lambdafs.gateway.web;

import org.jspecify.annotations.NullMarked;
