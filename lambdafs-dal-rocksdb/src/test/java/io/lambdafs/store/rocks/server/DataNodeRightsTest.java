package io.lambdafs.store.rocks.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.lambdafs.fs.Attributes;
import io.lambdafs.fs.Directory;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.INodeKey;
import io.lambdafs.fs.Name;
import io.lambdafs.fs.Permission;
import io.lambdafs.store.Detail;
import io.lambdafs.store.DetailKey;
import io.lambdafs.store.DetailKind;
import io.lambdafs.store.KeyLock;
import io.lambdafs.store.LockMode;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.RowLock;
import io.lambdafs.store.Sequence;
import io.lambdafs.store.StoreConfig.Bounds;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import io.lambdafs.store.Transaction;
import io.lambdafs.store.WriterId;
import io.lambdafs.store.rocks.StoreSecret;
import io.lambdafs.store.rocks.engine.EngineLimits;
import io.lambdafs.store.rocks.engine.TransactionBounds;
import io.lambdafs.store.rocks.keyvalue.Decoder;
import io.lambdafs.store.rocks.net.ClientBounds;
import io.lambdafs.store.rocks.net.ClientRole;
import io.lambdafs.store.rocks.net.EngineAddress;
import io.lambdafs.store.rocks.net.EngineClient;
import io.lambdafs.store.rocks.net.EngineCredentials;
import io.lambdafs.store.rocks.net.EngineGreeting;
import io.lambdafs.store.rocks.operation.EngineMessages;
import io.lambdafs.store.rocks.operation.ExampleRequests;
import io.lambdafs.store.rocks.operation.INodeOperations;
import io.lambdafs.store.rocks.operation.Opening;
import io.lambdafs.wire.RequestId;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the engine lets a DataNode do, over a real socket. */
final class DataNodeRightsTest {
    private static final Bounds BOUNDS = Bounds.defaults();
    private static final Duration LONG = Duration.ofSeconds(30);

    /** What a DataNode may ask, as the names of operations; each other one of the catalogue is refused. */
    private static final List<String> MAY = List.of(
            "engine.identity",
            "engine.fence",
            "engine.writers",
            "inodes.lock",
            "blocks.get",
            "replicas.ofBlocks",
            "replicas.onStorage",
            "replicas.put",
            "replicas.remove",
            "dataNodes.all",
            "dataNodes.register",
            "dataNodes.heartbeat",
            "dataNodes.noteReport",
            "dataNodes.noteReplicas",
            "work.checkReplication",
            "work.send",
            "work.take",
            "transaction.nothing",
            "transaction.now");

    @TempDir
    private Path directory;

    private StoreServer server;
    private MetadataStore owner;
    private MetadataStore dataNode;

    @BeforeEach
    void serve() throws Exception {
        List<String> words = ServerFixture.withDataNodes(
                directory, ServerFixture.arguments(directory, "unix:" + directory.resolve("socket")));
        server = StoreServer.start(
                ServerArguments.parse(words.toArray(new String[0])), EngineLimits.defaults(), System.err::println);
        owner = ServerFixture.open(url(), "", ServerFixture.SECRET, BOUNDS);
        dataNode = ServerFixture.open(url(), "datanode", ServerFixture.DATANODE_SECRET, BOUNDS);
    }

    private String url() {
        return "rocks+" + server.address();
    }

    @AfterEach
    void stop() {
        dataNode.close();
        owner.close();
        server.close();
    }

    private static void assertRefused(String what, Runnable ask) {
        StoreException refused = catchThrowableOfType(StoreException.class, ask::run);
        assertThat(refused).as(what).isNotNull();
        assertThat(refused.kind()).as(what).isEqualTo(Kind.INCOMPATIBLE);
        assertThat(refused).as(what).hasMessageContaining("to a DataNode");
    }

    private void assertNotWritten(String what, Consumer<Transaction> change) {
        assertRefused(what, () -> {
            try (Transaction tx = dataNode.beginWrite(dataNode.registerWriter("datanode one"))) {
                change.accept(tx);
                tx.commit();
            }
        });
    }

    private static Directory made(String name) {
        return new Directory(
                new INodeId(20_000),
                new INodeKey(INodeId.ROOT, Name.of(name)),
                new Attributes("u", "g", new Permission(0755), 1, 1),
                0,
                false);
    }

    @Test
    void inodesAreNotWritten_andNobodySeesWhatWasTried() {
        assertNotWritten("insert", tx -> tx.inodes().insert(made("by-datanode")));
        assertNotWritten(
                "update",
                tx -> tx.inodes()
                        .update(tx.inodes()
                                .lock(List.of(new RowLock(INodeId.ROOT, LockMode.EXCLUSIVE)))
                                .get(0)));
        assertNotWritten("delete", tx -> tx.inodes().delete(List.of(INodeId.ROOT)));
        assertNotWritten("a change before an allowed one", tx -> {
            tx.inodes().insert(made("by-datanode"));
            tx.work().checkReplication(List.of());
        });
        try (Transaction tx = owner.beginRead()) {
            assertThat(tx.inodes().count()).isEqualTo(1);
        }
    }

    @Test
    void secretsOfTheCluster_areNotRead_andOnlyReportsOfRecoveriesAreLeft() {
        try (Transaction tx = dataNode.beginRead()) {
            assertThat(tx.details().of(INodeId.NONE, DetailKind.BLOCK_KEY, 0, 10))
                    .isEmpty();
            for (DetailKind kind : DetailKind.values()) {
                if (kind != DetailKind.BLOCK_KEY) {
                    assertRefused(kind.name(), () -> tx.details().of(INodeId.NONE, kind, 0, 10));
                }
            }
        }
        for (DetailKind kind : DetailKind.values()) {
            Detail detail = new Detail(new DetailKey(INodeId.NONE, kind, 7), new byte[] {1});
            if (kind != DetailKind.RECOVERY_REPORT) {
                assertNotWritten(kind.name(), tx -> tx.details().put(detail));
            }
        }
        try (Transaction tx = dataNode.beginWrite(dataNode.registerWriter("datanode one"))) {
            tx.details().put(new Detail(new DetailKey(INodeId.NONE, DetailKind.RECOVERY_REPORT, 7), new byte[] {1}));
            tx.commit();
        }
        try (Transaction tx = owner.beginRead()) {
            assertThat(tx.details().of(INodeId.NONE, DetailKind.RECOVERY_REPORT, 0, 10))
                    .hasSize(1);
        }
    }

    @Test
    void writersOfOthers_areNotFenced_andItsOwnAre() {
        WriterId nameNode = owner.registerWriter("namenode0");
        WriterId own = dataNode.registerWriter("datanode one");
        assertRefused("fence", () -> dataNode.fence(nameNode, LONG));
        assertRefused("label", () -> dataNode.registerWriter("namenode0"));
        dataNode.fence(own, LONG);
        assertThat(owner.writers()).extracting(MetadataStore.Writer::label).contains("namenode0");
        try (Transaction tx = owner.beginWrite(nameNode)) {
            tx.inodes().insert(made("by-namenode"));
            tx.commit();
        }
    }

    @Test
    void numbersAndDeployments_areNotChanged() {
        assertRefused("reserve", () -> dataNode.reserve(Sequence.INODE, 1));
        assertRefused("deployments", () -> dataNode.deployments(3));
        assertRefused("backup", () -> dataNode.maintenance().orElseThrow().backUp(directory.resolve("backup")));
    }

    @Test
    void transactionsOfRequests_andThoseThatBeginWithLocks_areRefused() {
        INodeKey key = new INodeKey(INodeId.ROOT, Name.of("file"));
        List<Opening> openings = List.of(
                new Opening(
                        Optional.of(new RequestId(new UUID(1, 2), 3)), List.of(), Optional.empty(), Optional.empty()),
                new Opening(
                        Optional.empty(),
                        List.of(new KeyLock(key, LockMode.EXCLUSIVE)),
                        Optional.empty(),
                        Optional.empty()),
                new Opening(Optional.empty(), List.of(), Optional.of(key), Optional.empty()),
                new Opening(Optional.empty(), List.of(), Optional.empty(), Optional.of("client")));
        WriterId own = dataNode.registerWriter("datanode one");
        TransactionBounds bounds = new TransactionBounds(Duration.ofSeconds(1), Duration.ofSeconds(2));
        try (EngineClient client = client()) {
            for (int i = 0; i < openings.size(); i++) {
                byte[] answer = client.ask(EngineMessages.begin(i + 1, own, bounds, openings.get(i)), LONG);
                assertThat(isRefused(answer)).as(openings.get(i).toString()).isTrue();
            }
            Opening plain = new Opening(Optional.empty(), List.of(), Optional.empty(), Optional.empty());
            assertThat(isRefused(client.ask(EngineMessages.begin(9, own, bounds, plain), LONG)))
                    .isFalse();
        }
    }

    private EngineClient client() {
        EngineCredentials credentials = new EngineCredentials(
                ClientRole.DATANODE, StoreSecret.of(ServerFixture.DATANODE_SECRET), Optional.empty());
        return EngineClient.connect(
                EngineAddress.parse(server.address().toString()),
                credentials,
                ClientBounds.defaults(),
                EngineGreeting.NONE);
    }

    /** Each operation with an argument; a refusal is told from any other answer by its words. */
    @Test
    void eachOtherOperation_isRefused() {
        List<String> let = new ArrayList<>();
        try (EngineClient client = client()) {
            ExampleRequests.named().forEach((name, request) -> {
                if (!isRefused(client.ask(request, LONG))) {
                    let.add(name);
                }
            });
        }
        assertThat(let).containsExactlyInAnyOrderElementsOf(MAY);
    }

    private static boolean isRefused(byte[] answer) {
        try {
            long unused = EngineMessages.answer(INodeOperations.COUNT, new Decoder(answer, 0, answer.length));
            return false;
        } catch (StoreException e) {
            return String.valueOf(e.getMessage()).contains("to a DataNode");
        }
    }

    @Test
    void ownersSecret_isNotThatOfDataNodes_norTheOtherWayRound() {
        assertThatThrownBy(() -> ServerFixture.open(url(), "datanode", ServerFixture.SECRET, BOUNDS))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("secret");
        assertThatThrownBy(() -> ServerFixture.open(url(), "", ServerFixture.DATANODE_SECRET, BOUNDS))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("secret");
        assertThatThrownBy(() -> ServerFixture.open(url(), "root", ServerFixture.SECRET, BOUNDS))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("has no user root");
    }

    @Test
    void engineWithoutTheRole_saysSo() {
        try (ServerFixture without = ServerFixture.overUnixSocket(EngineLimits.defaults())) {
            String url = "rocks+" + without.address();
            assertThatThrownBy(() -> ServerFixture.open(url, "datanode", ServerFixture.DATANODE_SECRET, BOUNDS))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("no clients of the role datanode");
        }
    }
}
