package io.lambdafs.coordinator.zk;

import static java.util.Objects.requireNonNull;

import io.lambdafs.coherence.Coordinator;
import io.lambdafs.store.WriterId;
import io.lambdafs.testkit.coherence.CoordinatorFixture;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException.NoNodeException;
import org.apache.zookeeper.ZooDefs.Ids;
import org.apache.zookeeper.ZooKeeper;

/** A real ZooKeeper server in this process; each process reaches it through a proxy of its own. */
final class ZooKeeperFixture implements CoordinatorFixture {
    /** Long enough for a restart of the server. */
    private static final Duration SESSION = Duration.ofSeconds(20);

    private static final Duration BOUND = Duration.ofSeconds(20);

    private final Path directory;
    private final Map<Coordinator, SimulatedProcess> processes = new HashMap<>();
    private final ZnodePaths paths;
    private final ZooKeeper inspector;
    private EmbeddedZooKeeper server;

    /** What a process has. */
    private record SimulatedProcess(ZooKeeperCoordinator coordinator, CuttableProxy proxy) {}

    ZooKeeperFixture(Path directory) throws IOException {
        this.directory = directory;
        server = EmbeddedZooKeeper.start(directory, 0);
        paths = ZnodePaths.of(config(server.connectString()));
        inspector = new ZooKeeper(server.connectString(), (int) SESSION.toMillis(), event -> {});
    }

    private static ZooKeeperConfig config(String connectString) {
        return new ZooKeeperConfig(connectString, "test", SESSION, BOUND);
    }

    EmbeddedZooKeeper server() {
        return server;
    }

    ZooKeeper inspector() {
        return inspector;
    }

    /** ZooKeeper's number of its latest transaction. */
    long transactions() throws Exception {
        String path = inspector.create("/mark-", new byte[0], Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT_SEQUENTIAL);
        return requireNonNull(inspector.exists(path, false), "what was just made")
                .getCzxid();
    }

    @Override
    public Coordinator connect() throws IOException {
        CuttableProxy proxy = new CuttableProxy(server.port());
        ZooKeeperCoordinator coordinator =
                ZooKeeperCoordinator.connect(config(proxy.connectString()), System::nanoTime);
        processes.put(coordinator, new SimulatedProcess(coordinator, proxy));
        return coordinator;
    }

    private SimulatedProcess process(Coordinator coordinator) {
        return requireNonNull(processes.get(coordinator), "a coordinator of this fixture's");
    }

    @Override
    public void disconnect(Coordinator coordinator) {
        process(coordinator).proxy().cut();
    }

    @Override
    public void reconnect(Coordinator coordinator) {
        process(coordinator).proxy().heal();
    }

    @Override
    public void awaitFailure(Coordinator coordinator) throws Exception {
        process(coordinator).proxy().awaitRefusals();
    }

    /** Closes the session from a second client that knows its password, as ZooKeeper's own tests do. */
    @Override
    public void expire(Coordinator coordinator, WriterId member) throws Exception {
        ZooKeeper own = process(coordinator)
                .coordinator()
                .connection()
                .client()
                .getZookeeperClient()
                .getZooKeeper();
        CountDownLatch connected = new CountDownLatch(1);
        ZooKeeper twin = new ZooKeeper(
                server.connectString(),
                own.getSessionTimeout(),
                event -> connected.countDown(),
                own.getSessionId(),
                own.getSessionPasswd());
        if (!connected.await(20, TimeUnit.SECONDS)) {
            throw new IOException("the second client did not connect");
        }
        twin.close();
    }

    @Override
    public void stop() {
        server.close();
    }

    @Override
    public void start() throws IOException {
        server = EmbeddedZooKeeper.start(directory, server.port());
    }

    @Override
    public long now() {
        return System.nanoTime();
    }

    @Override
    public Collection<String> remains() throws Exception {
        List<String> found = new ArrayList<>();
        for (String deployment : children(paths.invs())) {
            children(paths.invs() + '/' + deployment).forEach(name -> found.add("INV " + name));
        }
        List<Long> members = children(paths.members()).stream()
                .map(name -> MemberName.parse(name).writer().value())
                .toList();
        for (String member : children(paths.acks())) {
            if (!members.contains(Long.valueOf(member))) {
                found.add("acknowledgements to " + member);
            }
            children(paths.acks() + '/' + member).forEach(name -> found.add("acknowledgement " + name));
        }
        return found;
    }

    private List<String> children(String directory) throws Exception {
        try {
            return inspector.getChildren(directory, false);
        } catch (NoNodeException e) {
            return List.of();
        }
    }

    @Override
    public void close() throws Exception {
        inspector.close();
        for (SimulatedProcess process : processes.values()) {
            process.coordinator().close();
            process.proxy().close();
        }
        server.close();
    }
}
