/**
 * The instance's end of the TCP path: connects back to clients that asked for it by HTTP, and answers their requests.
 *
 * <p>Knows the request handler, frames and KryoNet; not what a request means, nor the function platform. The twin of the
 * client's package {@code io.lambdafs.client.tcp}. Start reading at {@link io.lambdafs.namenode.rpc.ClientConnections}.
 */
@NullMarked
package io.lambdafs.namenode.rpc;

import org.jspecify.annotations.NullMarked;
