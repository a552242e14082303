package io.lambdafs.runtime.rehearsal;

import io.lambdafs.coherence.Coordinator;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.wire.Caller;
import io.lambdafs.wire.RequestEnvelope;
import io.lambdafs.wire.RequestId;
import io.lambdafs.wire.RequestLife;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;

/** What a rehearsal needs in place of the cluster, and what it asks. Immutable. */
public final class Stage {
    private static final int PATIENCE_MILLIS = 10_000;
    private static final UUID CLIENT = new UUID(0, 0);

    private final MetadataStore store = new StageStore();
    private final Coordinator coordinator;

    /**
     * A stage of its own.
     *
     * @param ticker a monotonic clock, in nanoseconds
     * @param background tells the member that it has joined
     */
    public Stage(LongSupplier ticker, Executor background) {
        coordinator = new LoneCoordinator(ticker, background);
    }

    /** The directory whose deployment is to rehearse: only that one may keep what the requests ask for. */
    public static String directory() {
        return StageNamespace.DIRECTORY;
    }

    public MetadataStore store() {
        return store;
    }

    public Coordinator coordinator() {
        return coordinator;
    }

    /** What is rehearsed: the status of a file, as the request comes over a connection. It may be carried out for some seconds. */
    public static byte[] request() {
        byte[] path = StageNamespace.FILE.getBytes(StandardCharsets.UTF_8);
        // HDFS's message, a GetFileInfoRequestProto: field 1 is the path.
        byte[] message = ByteBuffer.allocate(2 + path.length)
                .put((byte) 0x0a)
                .put((byte) path.length)
                .put(path)
                .array();
        return new RequestEnvelope(
                        new RequestId(CLIENT, 1),
                        new Caller("rehearsal", List.of(), "127.0.0.1"),
                        RequestLife.of(System.currentTimeMillis(), PATIENCE_MILLIS),
                        "getFileInfo",
                        message)
                .encode();
    }
}
