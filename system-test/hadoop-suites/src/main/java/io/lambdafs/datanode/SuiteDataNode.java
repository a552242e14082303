package io.lambdafs.datanode;

import io.lambdafs.store.MetadataStore;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.server.datanode.DataNode;

/** A DataNode in this JVM, as Hadoop's suites want them: with their settings, and with Hadoop's own object to look into. */
public final class SuiteDataNode implements AutoCloseable {
    private static final Duration START = Duration.ofSeconds(60);
    private static final String SET_BY_PROGRAM = "programmatically";
    /** The settings for which a test's value goes before the one that a DataNode of λFS gets. */
    private static final List<String> OF_THE_TEST = List.of(
            "dfs.heartbeat.interval",
            "dfs.datanode.failed.volumes.tolerated",
            "dfs.blockreport.intervalMsec",
            "dfs.datanode.handler.count",
            "dfs.datanode.lazywriter.interval.sec",
            "hadoop.http.max.threads",
            "fs.getspaceused.classname");

    /** A DataNode would prefer them to the default file system. */
    private static final List<String> ADDRESSES_OF_NAME_NODES =
            List.of("dfs.namenode.rpc-address", "dfs.namenode.servicerpc-address", "dfs.nameservices");

    private final DataNodeProcess process;

    private SuiteDataNode(DataNodeProcess process) {
        this.process = process;
    }

    /**
     * Starts one and waits until it has registered.
     *
     * @param wanted the test's settings
     * @throws DataNodeStartException if it does not in time
     */
    public static SuiteDataNode start(DataNodeConfig config, Configuration wanted, MetadataStore store) {
        DataNodeProcess process = DataNodeProcess.start(
                config, store, DataNodeProcess.Timing.real(), own -> settings(own, wanted));
        process.awaitReady(START);
        return new SuiteDataNode(process);
    }

    private static Configuration settings(Configuration own, Configuration wanted) {
        Configuration settings = new HdfsConfiguration(wanted);
        ADDRESSES_OF_NAME_NODES.forEach(settings::unset);
        for (Map.Entry<String, String> each : own) {
            String key = each.getKey();
            if (setByProgram(own, key) && !(OF_THE_TEST.contains(key) && setByProgram(wanted, key))) {
                settings.set(key, each.getValue());
            }
        }
        return settings;
    }

    private static boolean setByProgram(Configuration settings, String key) {
        String[] sources = settings.getPropertySources(key);
        return sources != null && List.of(sources).contains(SET_BY_PROGRAM);
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
