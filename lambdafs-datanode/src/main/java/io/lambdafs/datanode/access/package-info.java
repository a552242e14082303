/**
 * Who may call a DataNode's process: its own DataNode the endpoint, other DataNodes and clients with block tokens the DataNode's RPC server.
 * Most classes here are loaded by Hadoop by their names. Knows Hadoop's RPC and nothing of the store. Start reading at {@link
 * io.lambdafs.datanode.access.OwnProcess}.
 */
@NullMarked
package io.lambdafs.datanode.access;

import org.jspecify.annotations.NullMarked;
