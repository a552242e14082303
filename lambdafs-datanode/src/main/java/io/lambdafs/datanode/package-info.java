/**
 * An unmodified HDFS DataNode whose NameNode is an endpoint in its own process. What the DataNode reports goes to the
 * metadata store, and the store's commands for it come back with its heartbeats. The same process offers itself for the
 * file system's housekeeping.
 *
 * <p>Knows Hadoop and the store's port, but no adapter, no NameNode and no function platform. Start reading at
 * {@link io.lambdafs.datanode.StoreDatanodeProtocol}; the program is {@link io.lambdafs.datanode.DataNodeMain}.
 */
@NullMarked
package io.lambdafs.datanode;

import org.jspecify.annotations.NullMarked;
