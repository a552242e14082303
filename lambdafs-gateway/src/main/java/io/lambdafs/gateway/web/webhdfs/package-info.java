/**
 * WebHDFS: Hadoop's own implementation, over the gateway's ClientProtocol instead of a NameNode's.
 *
 * <p>Jersey looks through this package for resources. Start reading at {@link io.lambdafs.gateway.web.webhdfs.GatewayWebHdfs}.
 */
@NullMarked
package io.lambdafs.gateway.web.webhdfs;

import org.jspecify.annotations.NullMarked;
