package io.lambdafs.namenode.sim;

import io.lambdafs.wire.ErrorCode;
import io.lambdafs.wire.MalformedEnvelopeException;
import io.lambdafs.wire.ResponseEnvelope;
import io.lambdafs.wire.decoupling.DecouplingInfo;
import io.lambdafs.wire.decoupling.DecouplingList;
import io.lambdafs.wire.decoupling.DecouplingMethods;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetBlockLocationsResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.LocatedBlockProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.LocatedBlocksProto;
import org.apache.hadoop.thirdparty.protobuf.BytesValue;
import org.apache.hadoop.thirdparty.protobuf.InvalidProtocolBufferException;

/** Answers without what may differ between two answers to one request in one state: order of replicas, new numbers. */
final class Answers {
    /** What a method that tells whether it did something answers when it did not. */
    static final String FALSE = "[8, 0]";

    private static final List<String> WITH_NEW_NUMBERS = List.of(
            "create",
            "addBlock",
            "append",
            DecouplingMethods.DECOUPLE,
            DecouplingMethods.RENEW,
            DecouplingMethods.RESERVE_BLOCKS);

    private Answers() {}

    /** What two right answers of a method have in common. */
    static String canonical(String method, ResponseEnvelope response) {
        ErrorCode error = response.error();
        if (error != null) {
            return error.name();
        }
        if (WITH_NEW_NUMBERS.contains(method)) {
            return "done";
        }
        if (method.equals(DecouplingMethods.LIST)) {
            return subtrees(response.payload());
        }
        return method.equals("getBlockLocations") ? locations(response.payload()) : Arrays.toString(response.payload());
    }

    /* Where they are is read after that there are they. */
    private static String subtrees(byte[] payload) {
        try {
            byte[] message = BytesValue.parseFrom(payload).getValue().toByteArray();
            return DecouplingList.decode(message).all().stream()
                    .map(DecouplingInfo::number)
                    .sorted()
                    .toList()
                    .toString();
        } catch (InvalidProtocolBufferException | MalformedEnvelopeException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String locations(byte[] payload) {
        try {
            LocatedBlocksProto located =
                    GetBlockLocationsResponseProto.parseFrom(payload).getLocations();
            StringBuilder out = new StringBuilder()
                    .append(located.getFileLength())
                    .append(located.getUnderConstruction() ? " open" : " closed")
                    .append(located.getIsLastBlockComplete() ? " complete" : "");
            located.getBlocksList().forEach(block -> out.append(' ').append(block(block)));
            return out.append(" last ").append(block(located.getLastBlock())).toString();
        } catch (InvalidProtocolBufferException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String block(LocatedBlockProto block) {
        return block.getB().getBlockId() + "." + block.getB().getGenerationStamp() + ":"
                + block.getB().getNumBytes() + "@" + block.getOffset()
                + block.getStorageIDsList().stream().sorted().toList();
    }
}
