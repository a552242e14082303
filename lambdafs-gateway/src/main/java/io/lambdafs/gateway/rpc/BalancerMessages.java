package io.lambdafs.gateway.rpc;

import io.lambdafs.wire.BlockKeyList;
import java.util.List;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.LocatedBlockProto;
import org.apache.hadoop.hdfs.protocolPB.PBHelperClient;
import org.apache.hadoop.hdfs.security.token.block.BlockKey;
import org.apache.hadoop.hdfs.security.token.block.ExportedBlockKeys;
import org.apache.hadoop.hdfs.server.protocol.BlocksWithLocations;
import org.apache.hadoop.hdfs.server.protocol.BlocksWithLocations.BlockWithLocations;

/** What NameNodes say of blocks and keys, in the classes in which HDFS's balancer is told. */
final class BalancerMessages {
    private BalancerMessages() {}

    static BlocksWithLocations blocks(List<LocatedBlockProto> located) {
        return new BlocksWithLocations(
                located.stream().map(BalancerMessages::block).toArray(BlockWithLocations[]::new));
    }

    private static BlockWithLocations block(LocatedBlockProto message) {
        LocatedBlock located = PBHelperClient.convertLocatedBlockProto(message);
        DatanodeInfo[] places = located.getLocations();
        String[] dataNodes = new String[places.length];
        for (int i = 0; i < places.length; i++) {
            dataNodes[i] = places[i].getDatanodeUuid();
        }
        StorageType[] types = located.getStorageTypes();
        return new BlockWithLocations(located.getBlock().getLocalBlock(), dataNodes, located.getStorageIDs(), types);
    }

    static ExportedBlockKeys keys(BlockKeyList keys) {
        return new ExportedBlockKeys(
                true,
                keys.intervalMillis(),
                keys.lifetimeMillis(),
                key(keys.current()),
                keys.keys().stream().map(BalancerMessages::key).toArray(BlockKey[]::new));
    }

    private static BlockKey key(BlockKeyList.Key key) {
        return new BlockKey(key.id(), key.expiryMillis(), key.secret());
    }
}
