package io.lambdafs.datanode;

import io.lambdafs.store.MetadataStore;
import java.time.Duration;
import org.apache.hadoop.hdfs.server.datanode.DataNode;

/** A DataNode in this JVM, as Hadoop's suites want them: with Hadoop's own object to look into. */
public final class SuiteDataNode implements AutoCloseable {
    private static final Duration START = Duration.ofSeconds(60);

    private final DataNodeProcess process;

    private SuiteDataNode(DataNodeProcess process) {
        this.process = process;
    }

    /**
     * Starts one and waits until it has registered.
     *
     * @throws StartException if it does not in time
     */
    public static SuiteDataNode start(DataNodeConfig config, MetadataStore store) {
        DataNodeProcess process = DataNodeProcess.start(config, store, DataNodeProcess.Timing.real());
        process.awaitReady(START);
        return new SuiteDataNode(process);
    }

    /** Hadoop's object. */
    public DataNode dataNode() {
        return process.dataNode();
    }

    @Override
    public void close() {
        process.close();
    }
}
