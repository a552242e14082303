package io.lambdafs.store.rocks.operation;

import io.lambdafs.block.DataNodeDescriptor;
import io.lambdafs.block.DataNodeId;
import io.lambdafs.block.DataNodeRegistration;
import io.lambdafs.block.HeldBlocks;
import io.lambdafs.block.StorageReport;
import io.lambdafs.store.rocks.keyvalue.Encoder;
import io.lambdafs.store.rocks.table.DataNodeCodec;
import java.util.List;

/** The operations on DataNodes. */
public final class DataNodeOperations {
    /** What a heartbeat says. */
    public record Heartbeat(DataNodeId id, List<StorageReport> storages, int activeTransfers) {
        static final Codec<Heartbeat> CODEC = Codec.of(
                (out, heartbeat) -> {
                    Codecs.DATA_NODE_ID.put(out, heartbeat.id());
                    STORAGES.put(out, heartbeat.storages());
                    out.putInt(heartbeat.activeTransfers());
                },
                in -> new Heartbeat(Codecs.DATA_NODE_ID.get(in), STORAGES.get(in), in.getInt()));
    }

    /** How many replicas a DataNode has. */
    public record Count(DataNodeId id, long replicas) {
        static final Codec<Count> CODEC = Codec.of(
                (out, count) -> {
                    Codecs.DATA_NODE_ID.put(out, count.id());
                    out.putLong(count.replicas());
                },
                in -> new Count(Codecs.DATA_NODE_ID.get(in), in.getLong()));
    }

    private static final Codec<List<StorageReport>> STORAGES = Codec.of(
                    (Encoder out, StorageReport report) -> DataNodeCodec.put(out, report), DataNodeCodec::getStorage)
            .list();
    private static final Codec<DataNodeRegistration> REGISTRATION = Codec.of(
            (Encoder out, DataNodeRegistration node) -> DataNodeCodec.put(out, node), DataNodeCodec::getRegistration);
    private static final Codec<DataNodeDescriptor> DESCRIPTOR = Codec.of(
            (out, node) -> {
                REGISTRATION.put(out, node.registration());
                STORAGES.put(out, node.storages());
                Codecs.DURATION.put(out, node.sinceHeartbeat());
                out.putInt(node.activeTransfers()).putLong(node.held().count());
                Codecs.DURATION.put(out, node.held().sinceReport());
            },
            in -> new DataNodeDescriptor(
                    REGISTRATION.get(in),
                    STORAGES.get(in),
                    Codecs.DURATION.get(in),
                    in.getInt(),
                    new HeldBlocks(in.getLong(), Codecs.DURATION.get(in))));

    /** As {@link DataNodeTable#all}. */
    public static final TableOperation<Done, List<DataNodeDescriptor>> ALL = TableOperation.question(
            50,
            "dataNodes.all",
            Codecs.DONE,
            DESCRIPTOR.list(),
            (tables, none) -> tables.dataNodes().all());

    /** As {@link DataNodeTable#register}. */
    public static final TableOperation<DataNodeRegistration, Done> REGISTER = TableOperation.change(
            51,
            "dataNodes.register",
            REGISTRATION,
            (tables, node) -> tables.dataNodes().register(node));

    /** As {@link DataNodeTable#heartbeat}. */
    public static final TableOperation<Heartbeat, Boolean> HEARTBEAT = TableOperation.question(
            52,
            "dataNodes.heartbeat",
            Heartbeat.CODEC,
            Codecs.FLAG,
            (tables, heartbeat) ->
                    tables.dataNodes().heartbeat(heartbeat.id(), heartbeat.storages(), heartbeat.activeTransfers()));

    /** As {@link DataNodeTable#noteReport}. */
    public static final TableOperation<Count, Done> NOTE_REPORT = TableOperation.change(
            53,
            "dataNodes.noteReport",
            Count.CODEC,
            (tables, count) -> tables.dataNodes().noteReport(count.id(), count.replicas()));

    /** As {@link DataNodeTable#noteReplicas}. */
    public static final TableOperation<Count, Done> NOTE_REPLICAS = TableOperation.change(
            54,
            "dataNodes.noteReplicas",
            Count.CODEC,
            (tables, count) -> tables.dataNodes().noteReplicas(count.id(), count.replicas()));

    /** As {@link DataNodeTable#remove}. */
    public static final TableOperation<DataNodeId, Done> REMOVE = TableOperation.change(
            55,
            "dataNodes.remove",
            Codecs.DATA_NODE_ID,
            (tables, id) -> tables.dataNodes().remove(id));

    private DataNodeOperations() {}

    static List<EngineAction<?, ?>> all() {
        return List.of(ALL, REGISTER, HEARTBEAT, NOTE_REPORT, NOTE_REPLICAS, REMOVE);
    }
}
