package io.lambdafs.namenode.sim.decoupling;

import io.lambdafs.wire.ResponseEnvelope;
import java.util.Optional;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.ExtendedBlockProto;
import org.apache.hadoop.thirdparty.protobuf.MessageLite;

/** How a client of the simulation calls NameNodes. */
public interface SimSubtreeCalls {
    /**
     * Calls, and returns the final answer; none if there is none after many tries.
     *
     * @param path by which it is routed
     * @param detail what else is asked, for the trace
     */
    Optional<ResponseEnvelope> call(String method, String path, MessageLite message, String detail);

    /** The user who calls. */
    String user();

    /** DataNodes report that they have this block. */
    void reportReplica(ExtendedBlockProto block);

    /** Writes a line into the trace. */
    void note(String what);
}
