package io.lambdafs.store.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.lambdafs.fs.Attributes;
import io.lambdafs.fs.Directory;
import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.INodeKey;
import io.lambdafs.fs.Name;
import io.lambdafs.fs.Permission;
import io.lambdafs.store.KeyLock;
import io.lambdafs.store.LockMode;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.RowLock;
import io.lambdafs.store.StoreConfig.Bounds;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.Transaction;
import io.lambdafs.store.WriteHint;
import io.lambdafs.wire.RequestId;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What a transaction was told when it began costs no round trip later: it is there even when the server is gone. */
final class HintedWriteTest {
    private static final Directory DIRECTORY = new Directory(
            new INodeId(20_001),
            new INodeKey(INodeId.ROOT, Name.of("d")),
            new Attributes("u", "g", new Permission(0755), 1, 0));
    private static final INodeKey ABSENT = new INodeKey(DIRECTORY.id(), Name.of("absent"));

    @Test
    void hintedRows_areThereWithoutTheServer_andNothingElseIs() {
        try (PostgresFixture fixture = PostgresFixture.create();
                MetadataStore store = fixture.open(Bounds.defaults())) {
            try (Transaction tx = store.beginWrite(store.registerWriter("w"))) {
                tx.inodes().insert(DIRECTORY);
                tx.leases().renew("client");
                tx.commit();
            }
            WriteHint hint = new WriteHint(
                    FsPath.ROOT,
                    List.of(exclusive(DIRECTORY.key()), exclusive(ABSENT)),
                    Optional.of(DIRECTORY.key()),
                    Optional.of("client"));
            try (Transaction tx =
                    store.beginWrite(store.registerWriter("w"), new RequestId(UUID.randomUUID(), 1), hint)) {
                fixture.execute("SELECT pg_terminate_backend(pid) FROM pg_locks"
                        + " WHERE relation = 'inodes'::regclass AND pid <> pg_backend_pid()");
                assertThat(tx.inodes().find(List.of(DIRECTORY.key(), ABSENT))).containsExactly(DIRECTORY);
                assertThat(tx.inodes().lock(List.of(new RowLock(DIRECTORY.id(), LockMode.EXCLUSIVE))))
                        .containsExactly(DIRECTORY);
                assertThat(tx.blocks().ofFiles(List.of(DIRECTORY.id()))).isEmpty();
                assertThat(tx.leases().age("client")).isPresent();
                assertThat(catchThrowableOfType(
                                StoreException.class, () -> tx.inodes().get(DIRECTORY.id())))
                        .isNotNull();
            }
        }
    }

    private static KeyLock exclusive(INodeKey key) {
        return new KeyLock(key, LockMode.EXCLUSIVE);
    }
}
