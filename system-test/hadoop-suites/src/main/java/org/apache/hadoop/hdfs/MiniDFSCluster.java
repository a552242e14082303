package org.apache.hadoop.hdfs;

import io.lambdafs.datanode.DataNodeConfig;
import io.lambdafs.datanode.SuiteDataNode;
import io.lambdafs.datanode.Volume;
import io.lambdafs.gateway.Gateway;
import io.lambdafs.housekeeping.HousekeepingConfig;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.suites.GatewayNameNode;
import io.lambdafs.suites.RunningSystem;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.protocol.BlockListAsLongs;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants.StartupOption;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataNodeTestUtils;
import org.apache.hadoop.hdfs.server.datanode.DatanodeUtil;
import org.apache.hadoop.hdfs.server.datanode.FsDatasetTestUtils;
import org.apache.hadoop.hdfs.server.datanode.ReplicaNotFoundException;
import org.apache.hadoop.hdfs.server.datanode.SimulatedFSDataset;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.hdfs.server.protocol.DatanodeStorage;
import org.apache.hadoop.hdfs.server.protocol.NamenodeProtocols;
import org.apache.hadoop.ipc.RemoteException;
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
    private static final int CALLS_AFTER_RESTART = 3;

    private final Configuration configuration;
    private final File base;
    private final List<NameNodeOf> nameNodes = new ArrayList<>();
    private final MetadataStore store;
    private final int storages;
    private int started;

    protected final List<DataNodeProperties> dataNodes = new ArrayList<>();

    /** A gateway, which can be closed and started again at its ports. */
    private static final class NameNodeOf {
        private final RunningSystem system;
        private final InetSocketAddress rpc;
        private final InetSocketAddress http;
        private Gateway gateway;
        private boolean running = true;
        private NameNode object;

        NameNodeOf(RunningSystem system) throws IOException {
            this.system = system;
            gateway = system.startGateway(0, 0);
            rpc = new InetSocketAddress("localhost", gateway.rpcAddress().getPort());
            http = new InetSocketAddress("localhost", gateway.httpAddress().orElseThrow().getPort());
        }

        URI uri() {
            return URI.create("hdfs://localhost:" + rpc.getPort());
        }

        void stop() {
            if (running) {
                gateway.close();
                running = false;
            }
        }

        void restart() throws IOException {
            stop();
            gateway = system.startGateway(rpc.getPort(), http.getPort());
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
        private StorageType[][] types;
        private long[] capacities;

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

        /** The same for each DataNode. */
        public Builder storageTypes(StorageType[] types) {
            this.types = new StorageType[][] {types};
            return this;
        }

        public Builder storageTypes(StorageType[][] types) {
            this.types = types;
            return this;
        }

        public Builder storageCapacities(long[] capacities) {
            return this;
        }

        public Builder storageCapacities(long[][] capacities) {
            return this;
        }

        public Builder simulatedCapacities(long[] capacities) {
            this.capacities = capacities;
            return this;
        }

        public Builder useConfiguredTopologyMappingClass(boolean yes) {
            return this;
        }

        public Builder setNNRedundancyConsiderLoad(boolean yes) {
            return this;
        }

        public MiniDFSCluster build() throws IOException {
            return new MiniDFSCluster(this);
        }
    }

    /** A DataNode of this cluster, which may be stopped. */
    public static class DataNodeProperties {
        final DataNode datanode;
        final Configuration conf;

        private final DataNodeConfig config;
        private final SuiteDataNode running;

        DataNodeProperties(DataNodeConfig config, Configuration settings, MetadataStore store) {
            this.config = config;
            this.conf = settings;
            running = SuiteDataNode.start(config, settings, store);
            datanode = running.dataNode();
        }

        public DataNode getDatanode() {
            return datanode;
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
            configuration.set(DFSConfigKeys.DFS_NAMENODE_HTTP_ADDRESS_KEY, httpAddress(0));
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
        storages = builder.storages;
        start(configuration, builder.dataNodes, builder.types, builder.capacities);
        waitActive();
    }

    private void start(Configuration wanted, int count, StorageType[][] types, long[] capacities) {
        for (int i = 0; i < count; i++) {
            Configuration settings = new HdfsConfiguration(wanted);
            if (capacities != null) {
                SimulatedFSDataset.setFactory(settings);
                settings.setLong(SimulatedFSDataset.CONFIG_PROPERTY_CAPACITY, capacities[i]);
            }
            StorageType[] own = types == null ? null : types[Math.min(i, types.length - 1)];
            DataNodeConfig config = new DataNodeConfig(
                    volumes(started, own),
                    DataNodeConfig.Network.loopback(),
                    DataNodeConfig.DEFAULT_BLOCK_REPORT_INTERVAL,
                    HousekeepingConfig.defaults().withLiveness(liveness()));
            started++;
            dataNodes.add(new DataNodeProperties(config, settings, store));
        }
    }

    private List<Volume> volumes(int number, StorageType[] types) {
        return IntStream.range(0, types == null ? storages : types.length)
                .mapToObj(volume -> new Volume(
                        io.lambdafs.storage.StorageType.valueOf(types == null ? "DISK" : types[volume].name()),
                        getInstanceStorageDir(number, volume).toPath()))
                .toList();
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

    static UnsupportedOperationException missing(String what) {
        return new UnsupportedOperationException("λFS has no " + what);
    }

    public void waitClusterUp() throws IOException {
        waitActive();
    }

    /** Waits until the NameNode counts as many living DataNodes as run. */
    public void waitActive() throws IOException {
        long end = System.nanoTime() + ACTIVE.toNanos();
        int running = getDataNodes().size();
        try (DistributedFileSystem dfs = new DistributedFileSystem()) {
            dfs.initialize(getURI(), configuration);
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
        return nameNodes.get(index).rpc.getPort();
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
                        // As if the caller were in the NameNode.
                        throw e.getCause() instanceof RemoteException remote ? thrownThere(remote) : e.getCause();
                    }
                });
    }

    /** What the NameNode threw; Hadoop itself unwraps no exceptions but those of input and output. */
    private static Throwable thrownThere(RemoteException remote) {
        try {
            Class<? extends RuntimeException> unchecked =
                    Class.forName(remote.getClassName()).asSubclass(RuntimeException.class);
            return unchecked.getConstructor(String.class).newInstance(remote.getMessage());
        } catch (ReflectiveOperationException | ClassCastException checked) {
            return remote.unwrapRemoteException();
        }
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
        dataNodes.add(new DataNodeProperties(stopped.config, stopped.conf, store));
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
        start(settings, count, null, null);
        waitActive();
    }

    public void startDataNodes(
            Configuration settings,
            int count,
            boolean manageDirectories,
            StartupOption option,
            String[] racks,
            long[] capacities)
            throws IOException {
        start(settings, count, null, capacities);
        waitActive();
    }

    public void startDataNodes(
            Configuration settings,
            int count,
            boolean manageDirectories,
            StartupOption option,
            String[] racks,
            String[] hosts,
            long[] capacities)
            throws IOException {
        startDataNodes(settings, count, manageDirectories, option, racks, capacities);
    }

    public void startDataNodes(
            Configuration settings,
            int count,
            boolean manageDirectories,
            StartupOption option,
            String[] racks,
            String[] hosts,
            long[] capacities,
            boolean setupHostsFile)
            throws IOException {
        startDataNodes(settings, count, manageDirectories, option, racks, capacities);
    }

    public synchronized void shutdownDataNode(int index) {
        stopDataNode(index);
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
        forgetConnection(index);
    }

    /* A client whose connection was closed learns of it by the next call, which fails. The test's own calls should not. */
    private void forgetConnection(int index) throws IOException {
        for (int call = 0; call < CALLS_AFTER_RESTART; call++) {
            try (DistributedFileSystem dfs = new DistributedFileSystem()) {
                dfs.initialize(getURI(index), configuration);
                dfs.getFileStatus(new org.apache.hadoop.fs.Path("/"));
                return;
            } catch (IOException e) {
                if (call == CALLS_AFTER_RESTART - 1) {
                    throw e;
                }
            }
        }
    }

    public synchronized void restartNameNode(int index, boolean waitActive, String... arguments) throws IOException {
        restartNameNode(index);
    }

    public boolean isNameNodeUp(int index) {
        return nameNodes.get(index).running;
    }

    public NameNode getNameNode() {
        return getNameNode(0);
    }

    /** Its addresses, and what a client can ask; {@code null} if there is no such one. */
    public synchronized NameNode getNameNode(int index) {
        if (index >= nameNodes.size()) {
            return null;
        }
        NameNodeOf nameNode = nameNodes.get(index);
        if (nameNode.object == null) {
            try {
                nameNode.object =
                        GatewayNameNode.of(configuration, nameNode.rpc, nameNode.http, getNameNodeRpc(index));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return nameNode.object;
    }

    public FSNamesystem getNamesystem() {
        throw missing("FSNamesystem");
    }

    public FSNamesystem getNamesystem(int index) {
        throw missing("FSNamesystem");
    }

    public String getHttpUri(int index) {
        return "http://" + httpAddress(index);
    }

    private String httpAddress(int index) {
        return "localhost:" + nameNodes.get(index).http.getPort();
    }

    public int getStoragesPerDatanode() {
        return storages;
    }

    public DataNode[] listDataNodes() {
        return getDataNodes().toArray(DataNode[]::new);
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

    public File getStorageDir(int dataNode, int volume) {
        return getInstanceStorageDir(dataNode, volume);
    }

    public static String getBPDir(File storage, String pool) {
        return new File(new File(storage, "current"), pool).getPath() + File.separator;
    }

    public static File getRbwDir(File storage, String pool) {
        return new File(getBPDir(storage, pool) + "current", "rbw");
    }

    public static File getFinalizedDir(File storage, String pool) {
        return new File(getBPDir(storage, pool) + "current", "finalized");
    }

    private static File directoryOf(File storage, ExtendedBlock block) {
        return DatanodeUtil.idToBlockDir(getFinalizedDir(storage, block.getBlockPoolId()), block.getBlockId());
    }

    public static File getBlockFile(File storage, ExtendedBlock block) {
        return new File(directoryOf(storage, block), block.getBlockName());
    }

    public static File getBlockMetadataFile(File storage, ExtendedBlock block) {
        return new File(
                directoryOf(storage, block), block.getBlockName() + "_" + block.getGenerationStamp() + ".meta");
    }

    public File getBlockFile(int dataNode, ExtendedBlock block) {
        return existing(dataNode, storage -> getBlockFile(storage, block));
    }

    public File getBlockMetadataFile(int dataNode, ExtendedBlock block) {
        return existing(dataNode, storage -> getBlockMetadataFile(storage, block));
    }

    private File existing(int dataNode, Function<File, File> file) {
        return dataNodes.get(dataNode).config.volumes().stream()
                .map(volume -> file.apply(volume.directory().toFile()))
                .filter(File::exists)
                .findFirst()
                .orElse(null);
    }

    public static List<File> getAllBlockFiles(File directory) {
        return under(directory, name -> name.startsWith(Block.BLOCK_FILE_PREFIX) && !name.endsWith(".meta"));
    }

    public static List<File> getAllBlockMetadataFiles(File directory) {
        return under(directory, name -> name.startsWith(Block.BLOCK_FILE_PREFIX) && name.endsWith(".meta"));
    }

    private static List<File> under(File directory, Predicate<String> name) {
        try (Stream<Path> paths = Files.walk(directory.toPath())) {
            return paths.map(Path::toFile)
                    .filter(file -> file.isFile() && name.test(file.getName()))
                    .collect(Collectors.toCollection(ArrayList::new));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public FsDatasetTestUtils getFsDatasetTestUtils(int index) {
        return getFsDatasetTestUtils(dataNodes.get(index).datanode);
    }

    public FsDatasetTestUtils getFsDatasetTestUtils(DataNode node) {
        return FsDatasetTestUtils.Factory.getFactory(node.getConf()).newInstance(node);
    }

    public FsDatasetTestUtils.MaterializedReplica getMaterializedReplica(int index, ExtendedBlock block)
            throws ReplicaNotFoundException {
        return getMaterializedReplica(dataNodes.get(index).datanode, block);
    }

    public FsDatasetTestUtils.MaterializedReplica getMaterializedReplica(DataNode node, ExtendedBlock block)
            throws ReplicaNotFoundException {
        return getFsDatasetTestUtils(node).getMaterializedReplica(block);
    }

    public void corruptReplica(int index, ExtendedBlock block) throws IOException {
        getMaterializedReplica(index, block).corruptData();
    }

    public void corruptReplica(DataNode node, ExtendedBlock block) throws IOException {
        getMaterializedReplica(node, block).corruptData();
    }

    public void corruptMeta(int index, ExtendedBlock block) throws IOException {
        getMaterializedReplica(index, block).corruptMeta();
    }

    public void deleteMeta(int index, ExtendedBlock block) throws IOException {
        getMaterializedReplica(index, block).deleteMeta();
    }

    public void truncateMeta(int index, ExtendedBlock block, int size) throws IOException {
        getMaterializedReplica(index, block).truncateMeta(size);
    }

    public void changeGenStampOfBlock(int index, ExtendedBlock block, long stamp) throws IOException {
        getFsDatasetTestUtils(index).changeStoredGenerationStamp(block, stamp);
    }

    /** Changes the bytes of all replicas, and says how many there were. */
    public int corruptBlockOnDataNodes(ExtendedBlock block) throws IOException {
        return onReplicas(block, FsDatasetTestUtils.MaterializedReplica::corruptData);
    }

    /** Removes the files of all replicas, and says how many there were. */
    public int corruptBlockOnDataNodesByDeletingBlockFile(ExtendedBlock block) throws IOException {
        return onReplicas(block, FsDatasetTestUtils.MaterializedReplica::deleteData);
    }

    private interface Damage {
        void to(FsDatasetTestUtils.MaterializedReplica replica) throws IOException;
    }

    private int onReplicas(ExtendedBlock block, Damage damage) throws IOException {
        int damaged = 0;
        for (DataNodeProperties node : dataNodes) {
            try {
                damage.to(getMaterializedReplica(node.datanode, block));
                damaged++;
            } catch (ReplicaNotFoundException e) {
                // This one has none.
            }
        }
        return damaged;
    }

    public String readBlockOnDataNode(int index, ExtendedBlock block) throws IOException {
        byte[] bytes = readBlockOnDataNodeAsBytes(index, block);
        return bytes == null ? null : new String(bytes, StandardCharsets.UTF_8);
    }

    public byte[] readBlockOnDataNodeAsBytes(int index, ExtendedBlock block) throws IOException {
        File file = getBlockFile(index, block);
        return file == null ? null : Files.readAllBytes(file.toPath());
    }

    public Map<DatanodeStorage, BlockListAsLongs> getBlockReport(String pool, int index) {
        return DataNodeTestUtils.getFSDataset(dataNodes.get(index).datanode).getBlockReports(pool);
    }

    public List<Map<DatanodeStorage, BlockListAsLongs>> getAllBlockReports(String pool) {
        return IntStream.range(0, dataNodes.size())
                .mapToObj(index -> getBlockReport(pool, index))
                .toList();
    }

    /** Puts blocks into a simulated DataNode, which reports them. */
    public void injectBlocks(int index, Iterable<Block> blocks, String pool) throws IOException {
        DataNode node = dataNodes.get(index).datanode;
        if (!(DataNodeTestUtils.getFSDataset(node) instanceof SimulatedFSDataset simulated)) {
            throw new IOException("not a simulated DataNode");
        }
        simulated.injectBlocks(pool == null ? store.identity().blockPoolId() : pool, blocks);
        node.scheduleAllBlockReport(0);
    }

    public static void shutdownCluster(MiniDFSCluster cluster) {
        if (cluster != null) {
            cluster.shutdown();
        }
    }

    public void setLeasePeriod(long soft, long hard) {
        throw missing("limits of leases that change while it runs");
    }

    public void setLeasePeriod(long soft, long hard, int index) {
        setLeasePeriod(soft, hard);
    }

    public void setNameNodeConf(int index, Configuration settings) {
        // A gateway has settings of its own.
    }

    public void setWaitSafeMode(boolean wait) {
        // There is nothing to wait for.
    }

    public void triggerDeletionReports() throws IOException {
        for (DataNode node : getDataNodes()) {
            DataNodeTestUtils.triggerDeletionReport(node);
        }
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
