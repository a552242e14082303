/**
 * Access to a DataNode's process. Its own DataNode may call the endpoint; other DataNodes, and clients with block
 * tokens, may call the DataNode's RPC server. Hadoop loads most classes here by their names. Knows Hadoop's RPC and
 * nothing of the store. Start reading at {@link io.lambdafs.datanode.access.OwnProcessSecret}.
 */
@NullMarked
package io.lambdafs.datanode.access;

import org.jspecify.annotations.NullMarked;
