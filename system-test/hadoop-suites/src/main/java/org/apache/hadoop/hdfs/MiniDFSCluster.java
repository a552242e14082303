package org.apache.hadoop.hdfs;

import io.lambdafs.datanode.DataNodeConfig;
import io.lambdafs.datanode.Volume;
import io.lambdafs.datanode.SuiteDataNode;
import io.lambdafs.gateway.Gateway;
import io.lambdafs.housekeeping.HousekeepingConfig;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.suites.RunningSystem;
import java.io.File;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants.StartupOption;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataNodeTestUtils;
import org.apache.hadoop.hdfs.server.protocol.NamenodeProtocols;
import org.apache.hadoop.test.GenericTestUtils;

/**
 * Stands in for HDFS's class of this name in Hadoop's test suites: its NameNode is a gateway to a running λFS, its DataNodes are
 * Hadoop's; both are in this JVM. It has those methods of the original that ask nothing of a NameNode's inside; a test that calls
 * another one ends with {@code NoSuchMethodError}.
 *
 * <p>Each cluster has a gateway at a port of its own, so that a client which a former one left behind is not taken for its own. All
 * DataNodes are on one host and one rack, and have disks.
 */
public class MiniDFSCluster implements AutoCloseable {
    public static final String PROP_TEST_BUILD_DATA = GenericTestUtils.SYSPROP_TEST_DATA_DIR;
    public static final String HDFS_MINIDFS_BASEDIR = "hdfs.minidfs.basedir";
    public static final String DFS_NAMENODE_SAFEMODE_EXTENSION_TESTING_KEY =
            DFSConfigKeys.DFS_NAMENODE_SAFEMODE_EXTENSION_KEY + ".testing";

    private static final int DEFAULT_REPLICATION = 3;
    private static final int STORAGES = 2;
    private static final Duration ACTIVE = Duration.ofSeconds(60);
    private static final long POLL_MILLIS = 20;

    private final Configuration configuration;
    private final File base;
    private final List<NameNodeOf> nameNodes = new ArrayList<>();
    private final List<DataNodeProperties> dataNodes = new ArrayList<>();
    private final MetadataStore store;

    /** A gateway, which can be closed and started again at its port. */
    private static final class NameNodeOf {
        private final RunningSystem system;
        private Gateway gateway;
        private boolean running = true;

        NameNodeOf(RunningSystem system) throws IOException {
            this.system = system;
            gateway = system.startGateway(0);
        }

        int port() {
            return gateway.rpcAddress().getPort();
        }

        URI uri() {
            return URI.create("hdfs://localhost:" + port());
        }

        void stop() {
            if (running) {
                gateway.close();
                running = false;
            }
        }

        void restart() throws IOException {
            stop();
            gateway = system.startGateway(port());
            running = true;
        }
    }

    /** What a cluster is made of. Settings that concern only a stock NameNode's files and ports are taken and not used. */
    public static class Builder {
        private final Configuration configuration;
        private final File base;
        private int dataNodes = 1;
        private int storages = STORAGES;
        private boolean format = true;
        private int nameservices = 1;

        public Builder(Configuration configuration) {
            this(configuration, new File(configuration.get(HDFS_MINIDFS_BASEDIR, getBaseDirectory())));
        }

        public Builder(Configuration configuration, File base) {
            this.configuration = configuration;
            this.base = base;
        }

        public Builder numDataNodes(int count) {
            dataNodes = count;
            return this;
        }

        public Builder storagesPerDatanode(int count) {
            storages = count;
            return this;
        }

        public Builder format(boolean yes) {
            format = yes;
            return this;
        }

        public Builder nnTopology(MiniDFSNNTopology topology) {
            nameservices = topology.getNameservices().size();
            return this;
        }

        public Builder nameNodePort(int port) {
            return this;
        }

        public Builder nameNodeHttpPort(int port) {
            return this;
        }

        public Builder manageNameDfsDirs(boolean yes) {
            return this;
        }

        public Builder manageNameDfsSharedDirs(boolean yes) {
            return this;
        }

        public Builder enableManagedDfsDirsRedundancy(boolean yes) {
            return this;
        }

        public Builder manageDataDfsDirs(boolean yes) {
            return this;
        }

        public Builder waitSafeMode(boolean yes) {
            return this;
        }

        public Builder checkExitOnShutdown(boolean yes) {
            return this;
        }

        public Builder checkDataNodeAddrConfig(boolean yes) {
            return this;
        }

        public Builder checkDataNodeHostConfig(boolean yes) {
            return this;
        }

        public Builder clusterId(String id) {
            return this;
        }

        public Builder setupHostsFile(boolean yes) {
            return this;
        }

        public Builder skipFsyncForTesting(boolean yes) {
            return this;
        }

        public Builder startupOption(StartupOption option) {
            return this;
        }

        public Builder dnStartupOption(StartupOption option) {
            return this;
        }

        public Builder racks(String[] racks) {
            return this;
        }

        public Builder hosts(String[] hosts) {
            return this;
        }

        public Builder storageTypes(StorageType[] types) {
            return this;
        }

        public Builder storageTypes(StorageType[][] types) {
            return this;
        }

        public Builder simulatedCapacities(long[] capacities) {
            throw missing("simulated DataNodes");
        }

        public MiniDFSCluster build() throws IOException {
            return new MiniDFSCluster(this);
        }
    }

    /** A DataNode of this cluster, which may be stopped. */
    public static class DataNodeProperties {
        private final DataNodeConfig config;
        private SuiteDataNode running;

        DataNodeProperties(DataNodeConfig config) {
            this.config = config;
        }

        public DataNode getDatanode() {
            return running.dataNode();
        }
    }

    protected MiniDFSCluster(Builder builder) throws IOException {
        configuration = builder.configuration;
        base = builder.base;
        int replication = configuration.getInt(DFSConfigKeys.DFS_REPLICATION_KEY, DEFAULT_REPLICATION);
        configuration.setInt(
                DFSConfigKeys.DFS_REPLICATION_KEY, Math.max(1, Math.min(replication, builder.dataNodes)));
        for (int i = 0; i < builder.nameservices; i++) {
            nameNodes.add(new NameNodeOf(RunningSystem.number(i)));
        }
        configuration.set(
                CommonConfigurationKeysPublic.FS_DEFAULT_NAME_KEY, getURI(0).toString());
        if (builder.nameservices == 1) {
            configuration.set(DFSConfigKeys.DFS_NAMENODE_RPC_ADDRESS_KEY, "localhost:" + getNameNodePort());
        }
        RunningSystem system = RunningSystem.number(0);
        store = system.openStore();
        if (builder.format) {
            for (int i = 0; i < builder.nameservices; i++) {
                RunningSystem.number(i).emptyNamespace(getConfiguration(i), getURI(i));
            }
            system.forgetDataNodes(store);
            FileUtil.fullyDelete(new File(getDataDirectory()));
        }
        start(builder.dataNodes, builder.storages);
        waitActive();
    }

    private void start(int count, int storages) {
        for (int i = 0; i < count; i++) {
            int number = dataNodes.size();
            List<Volume> volumes = IntStream.range(0, storages)
                    .mapToObj(volume ->
                            Volume.disk(getInstanceStorageDir(number, volume).toPath()))
                    .toList();
            DataNodeProperties added = new DataNodeProperties(new DataNodeConfig(
                    volumes,
                    DataNodeConfig.Network.loopback(),
                    DataNodeConfig.DEFAULT_BLOCK_REPORT_INTERVAL,
                    HousekeepingConfig.defaults().withLiveness(liveness())));
            dataNodes.add(added);
            added.running = SuiteDataNode.start(added.config, store);
        }
    }

    /** HDFS's own formula, where the test asks for something; λFS's default otherwise. */
    private HousekeepingConfig.Liveness liveness() {
        String recheck = configuration.get(DFSConfigKeys.DFS_NAMENODE_HEARTBEAT_RECHECK_INTERVAL_KEY);
        if (recheck == null) {
            return HousekeepingConfig.defaults().liveness();
        }
        long heartbeat = configuration.getTimeDuration(
                DFSConfigKeys.DFS_HEARTBEAT_INTERVAL_KEY,
                DFSConfigKeys.DFS_HEARTBEAT_INTERVAL_DEFAULT,
                java.util.concurrent.TimeUnit.SECONDS,
                java.util.concurrent.TimeUnit.MILLISECONDS);
        return HousekeepingConfig.Liveness.after(
                Duration.ofMillis(2 * Long.parseLong(recheck) + 10 * heartbeat));
    }

    private static UnsupportedOperationException missing(String what) {
        return new UnsupportedOperationException("λFS has no " + what);
    }

    public void waitClusterUp() throws IOException {
        waitActive();
    }

    /** Waits until the NameNode counts as many living DataNodes as run. */
    public void waitActive() throws IOException {
        long end = System.nanoTime() + ACTIVE.toNanos();
        int running = getDataNodes().size();
        try (FileSystem fs = FileSystem.newInstance(getURI(), configuration)) {
            DistributedFileSystem dfs = (DistributedFileSystem) fs;
            while (dfs.getDataNodeStats(DatanodeReportType.LIVE).length != running) {
                if (System.nanoTime() > end) {
                    throw new IOException("not " + running + " living DataNodes within " + ACTIVE);
                }
                Thread.sleep(POLL_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }

    public void waitActive(int index) throws IOException {
        waitActive();
    }

    public void waitFirstBRCompleted(int index, int millis) throws IOException {
        waitActive();
    }

    public Configuration getConfiguration(int index) {
        return configuration;
    }

    public URI getURI() {
        return getURI(0);
    }

    public URI getURI(int index) {
        return nameNodes.get(index).uri();
    }

    public int getNumNameNodes() {
        return nameNodes.size();
    }

    public int getNameNodePort() {
        return getNameNodePort(0);
    }

    public int getNameNodePort(int index) {
        return nameNodes.get(index).port();
    }

    public DistributedFileSystem getFileSystem() throws IOException {
        return getFileSystem(0);
    }

    public DistributedFileSystem getFileSystem(int index) throws IOException {
        return (DistributedFileSystem) FileSystem.get(getURI(index), getConfiguration(index));
    }

    public FileSystem getNewFileSystemInstance(int index) throws IOException {
        return FileSystem.newInstance(getURI(index), getConfiguration(index));
    }

    public NamenodeProtocols getNameNodeRpc() {
        return getNameNodeRpc(0);
    }

    /** What a client can ask; the other protocols of a NameNode are refused. */
    public NamenodeProtocols getNameNodeRpc(int index) {
        return (NamenodeProtocols) Proxy.newProxyInstance(
                MiniDFSCluster.class.getClassLoader(),
                new Class<?>[] {NamenodeProtocols.class},
                (proxy, method, arguments) -> {
                    Object client = getFileSystem(index).getClient().getNamenode();
                    if (!method.getDeclaringClass().isInstance(client)) {
                        throw missing("NameNode that is asked for " + method.getName());
                    }
                    try {
                        return method.invoke(client, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    public ArrayList<DataNode> getDataNodes() {
        ArrayList<DataNode> running = new ArrayList<>();
        dataNodes.forEach(node -> running.add(node.getDatanode()));
        return running;
    }

    public DataNode getDataNode(int ipcPort) {
        return getDataNodes().stream()
                .filter(node -> node.ipcServer.getListenerAddress().getPort() == ipcPort)
                .findFirst()
                .orElse(null);
    }

    public synchronized DataNodeProperties stopDataNode(int index) {
        if (index < 0 || index >= dataNodes.size()) {
            return null;
        }
        DataNodeProperties stopped = dataNodes.remove(index);
        stopped.running.close();
        return stopped;
    }

    public synchronized DataNodeProperties stopDataNode(String name) {
        for (int i = 0; i < dataNodes.size(); i++) {
            if (dataNodes.get(i).getDatanode().getDatanodeId().getXferAddr().equals(name)) {
                return stopDataNode(i);
            }
        }
        return null;
    }

    public synchronized boolean restartDataNode(DataNodeProperties stopped, boolean keepPort) {
        stopped.running = SuiteDataNode.start(stopped.config, store);
        dataNodes.add(stopped);
        return true;
    }

    public boolean restartDataNode(DataNodeProperties stopped) {
        return restartDataNode(stopped, false);
    }

    public boolean restartDataNode(int index) {
        return restartDataNode(index, false);
    }

    public synchronized boolean restartDataNode(int index, boolean keepPort) {
        DataNodeProperties stopped = stopDataNode(index);
        return stopped != null && restartDataNode(stopped, keepPort);
    }

    public boolean restartDataNodes() {
        return restartDataNodes(false);
    }

    public synchronized boolean restartDataNodes(boolean keepPort) {
        for (int i = dataNodes.size() - 1; i >= 0; i--) {
            restartDataNode(i, keepPort);
        }
        return true;
    }

    public synchronized void startDataNodes(
            Configuration settings, int count, boolean manageDirectories, StartupOption option, String[] racks)
            throws IOException {
        start(count, STORAGES);
        waitActive();
    }

    public void shutdownDataNodes() {
        while (!dataNodes.isEmpty()) {
            stopDataNode(dataNodes.size() - 1);
        }
    }

    /** Closes the gateways; the namespace stays as it is in the store. */
    public synchronized void shutdownNameNodes() {
        nameNodes.forEach(NameNodeOf::stop);
    }

    public synchronized void shutdownNameNode(int index) {
        nameNodes.get(index).stop();
    }

    /** Closes the gateways, and starts them again at their ports. */
    public synchronized void restartNameNodes() throws IOException {
        for (int i = 0; i < nameNodes.size(); i++) {
            restartNameNode(i);
        }
    }

    public synchronized void restartNameNode(String... arguments) throws IOException {
        restartNameNode(0);
    }

    public synchronized void restartNameNode(boolean waitActive) throws IOException {
        restartNameNode(0);
    }

    public synchronized void restartNameNode(int index) throws IOException {
        nameNodes.get(index).restart();
    }

    public void triggerHeartbeats() throws IOException {
        for (DataNode node : getDataNodes()) {
            DataNodeTestUtils.triggerHeartbeat(node);
        }
    }

    public void triggerBlockReports() throws IOException {
        for (DataNode node : getDataNodes()) {
            DataNodeTestUtils.triggerBlockReport(node);
        }
    }

    public boolean isClusterUp() {
        return nameNodes.stream().allMatch(nameNode -> nameNode.running);
    }

    public boolean isDataNodeUp() {
        return !dataNodes.isEmpty();
    }

    /** There is always one; it does not change. */
    public void transitionToActive(int index) {
        if (index >= nameNodes.size()) {
            throw missing("second NameNode of a nameservice");
        }
    }

    public String getDataDirectory() {
        return new File(base, "data").getPath();
    }

    public static String getBaseDirectory() {
        return GenericTestUtils.getTestDir("dfs").getAbsolutePath() + File.separator;
    }

    public File getInstanceStorageDir(int dataNode, int volume) {
        return new File(getDataDirectory(), "dn" + dataNode + "_data" + volume);
    }

    public void shutdown() {
        shutdown(false);
    }

    public void shutdown(boolean deleteBase) {
        shutdown(deleteBase, true);
    }

    public void shutdown(boolean deleteBase, boolean closeFileSystem) {
        shutdownDataNodes();
        shutdownNameNodes();
        store.close();
        if (deleteBase) {
            FileUtil.fullyDelete(base);
        }
    }

    @Override
    public void close() {
        shutdown();
    }
}
