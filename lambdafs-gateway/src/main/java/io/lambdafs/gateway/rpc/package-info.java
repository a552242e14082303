/**
 * Hadoop's RPC: a server that hands each call of ClientProtocol on as the message that it came as.
 *
 * <p>This package implements no operation of the file system. Start reading at {@link io.lambdafs.gateway.rpc.RpcDoor}.
 */
@NullMarked
package io.lambdafs.gateway.rpc;

import org.jspecify.annotations.NullMarked;
