package io.lambdafs.store.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.lambdafs.block.Block;
import io.lambdafs.block.BlockId;
import io.lambdafs.block.BlockInfo;
import io.lambdafs.block.BlockState;
import io.lambdafs.fs.Attributes;
import io.lambdafs.fs.Directory;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.INodeKey;
import io.lambdafs.fs.Name;
import io.lambdafs.fs.Permission;
import io.lambdafs.store.Detail;
import io.lambdafs.store.DetailKey;
import io.lambdafs.store.DetailKind;
import io.lambdafs.store.LockMode;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.RowLock;
import io.lambdafs.store.Sequence;
import io.lambdafs.store.StoreConfig;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import io.lambdafs.store.Stores;
import io.lambdafs.store.Transaction;
import io.lambdafs.store.WriterId;
import io.lambdafs.store.sql.embedded.EmbeddedPostgres;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What a login with the rights of a DataNode can do on a PostgreSQL server. */
final class DataNodeRoleTest {
    private static final Duration LONG = Duration.ofSeconds(30);

    private static Path home;
    private static EmbeddedPostgres server;
    private static StoreConfig login;
    private static MetadataStore owner;
    private static MetadataStore dataNode;

    @BeforeAll
    static void start() {
        home = TestServer.newHome();
        server = EmbeddedPostgres.at(home);
        server.start(0);
        login = server.dataNodeConfig(4);
        assertThatThrownBy(() -> Stores.open(login)).as("no rights yet").isInstanceOf(StoreException.class);
        DataNodeRole.grant(server.storeConfig(2), EmbeddedPostgres.DATANODE);
        DataNodeRole.grant(server.storeConfig(2), EmbeddedPostgres.DATANODE);
        owner = Stores.open(server.storeConfig(4));
        dataNode = Stores.open(login);
    }

    @AfterAll
    static void stop() {
        dataNode.close();
        owner.close();
        TestServer.stopAndDelete(server, home);
    }

    private static void assertRefused(String what, Runnable ask) {
        StoreException refused = catchThrowableOfType(StoreException.class, ask::run);
        assertThat(refused).as(what).isNotNull();
        assertThat(refused.kind()).as(what).isEqualTo(Kind.INCOMPATIBLE);
    }

    private static void write(MetadataStore store, String label, Consumer<Transaction> change) {
        try (Transaction tx = store.beginWrite(store.registerWriter(label))) {
            change.accept(tx);
            tx.commit();
        }
    }

    private static void assertNotWritten(String what, Consumer<Transaction> change) {
        assertRefused(what, () -> write(dataNode, "datanode one", change));
    }

    private static Directory made(String name) {
        return new Directory(
                new INodeId(20_000),
                new INodeKey(INodeId.ROOT, Name.of(name)),
                new Attributes("u", "g", new Permission(0755), 1, 1),
                0,
                false);
    }

    private static BlockInfo block() {
        return new BlockInfo(new Block(new BlockId(7), 1, 1), INodeId.ROOT, 0, BlockState.COMPLETE, 0, List.of());
    }

    @Test
    void inodesBlocksAndLeases_areNotWritten() {
        assertNotWritten("insert", tx -> tx.inodes().insert(made("by-datanode")));
        assertNotWritten(
                "update",
                tx -> tx.inodes()
                        .update(tx.inodes()
                                .lock(List.of(new RowLock(INodeId.ROOT, LockMode.EXCLUSIVE)))
                                .get(0)));
        assertNotWritten("delete", tx -> tx.inodes().delete(List.of(INodeId.ROOT)));
        assertNotWritten("block", tx -> tx.blocks().insert(block()));
        assertNotWritten("blocks", tx -> tx.blocks().delete(List.of(new BlockId(7))));
        assertNotWritten("lease", tx -> tx.leases().renew("client"));
        assertRefused("number", () -> dataNode.reserve(Sequence.INODE, 1));
        assertRefused("deployments", () -> dataNode.changeDeployments(4, 5));
        try (Transaction tx = owner.beginRead()) {
            assertThat(tx.inodes().count()).isEqualTo(1);
        }
    }

    @Test
    void inodes_areLocked_andNotReadOtherwise() {
        write(
                dataNode,
                "datanode one",
                tx -> assertThat(tx.inodes().lock(List.of(new RowLock(INodeId.ROOT, LockMode.SHARED))))
                        .hasSize(1));
        try (Transaction tx = dataNode.beginRead()) {
            assertRefused("read", () -> tx.inodes().get(INodeId.ROOT));
        }
    }

    @Test
    void tokensAndServiceKeys_areNotRead_andOnlyReportsOfRecoveriesAreLeft() {
        write(owner, "namenode0", tx -> {
            for (DetailKind kind : DetailKind.values()) {
                tx.details().put(new Detail(new DetailKey(INodeId.NONE, kind, 1), new byte[] {1}));
            }
        });
        for (DetailKind kind : DetailKind.values()) {
            boolean mayRead = kind == DetailKind.BLOCK_KEY || kind == DetailKind.RECOVERY_REPORT;
            try (Transaction tx = dataNode.beginRead()) {
                assertThat(tx.details().of(INodeId.NONE, kind, 0, 10))
                        .as(kind.name())
                        .hasSize(mayRead ? 1 : 0);
            }
            Detail detail = new Detail(new DetailKey(INodeId.NONE, kind, 7), new byte[] {1});
            Detail over = new Detail(new DetailKey(INodeId.NONE, kind, 1), new byte[] {2});
            if (kind == DetailKind.RECOVERY_REPORT) {
                write(dataNode, "datanode one", tx -> tx.details().put(detail));
                write(dataNode, "datanode one", tx -> tx.details().put(over));
            } else {
                assertNotWritten(kind.name(), tx -> tx.details().put(detail));
                assertNotWritten(kind.name(), tx -> tx.details().put(over));
            }
        }
    }

    @Test
    void writersOfOthers_areNotFenced_andItsOwnAre() {
        WriterId nameNode = owner.registerWriter("namenode0");
        WriterId own = dataNode.registerWriter("datanode one");
        assertRefused("fence", () -> dataNode.fence(nameNode, LONG));
        assertRefused("label", () -> dataNode.registerWriter("namenode0"));
        dataNode.fence(own, LONG);
        assertThat(owner.writers())
                .extracting(MetadataStore.Writer::id)
                .contains(nameNode)
                .doesNotContain(own);
    }

    @Test
    void tableOfTheLogin_isNotTakenForTheStores() throws Exception {
        try (Connection connection = DriverManager.getConnection(login.url(), login.user(), login.password());
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TEMP TABLE inodes (id bigint)");
            assertThat(statement
                            .executeQuery("SELECT * FROM lock_inodes('{16385}', '{1}')")
                            .next())
                    .isTrue();
        }
    }

    @Test
    void passwords_areTheOwnersOfTheDirectory() throws Exception {
        assertThat(Files.getPosixFilePermissions(home.resolve("datanode-password")))
                .isEqualTo(Files.getPosixFilePermissions(home.resolve("password")))
                .hasSize(2);
    }
}
