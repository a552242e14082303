package io.lambdafs.namenode.path;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lambdafs.fs.Attributes;
import io.lambdafs.fs.Directory;
import io.lambdafs.fs.FsException;
import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.INodeKey;
import io.lambdafs.fs.Name;
import io.lambdafs.fs.Permission;
import io.lambdafs.namenode.NameNodeFixture;
import io.lambdafs.store.LockMode;
import io.lambdafs.store.RowLock;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.Transaction;
import io.lambdafs.wire.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class PathLocksTest {
    private static final FsPath PATH = FsPath.parse("/a/b/c");

    private final NameNodeFixture fixture = new NameNodeFixture();
    private long nextId = 100_000;

    @BeforeEach
    void makeTree() {
        fixture.runner.write(fixture.writer, tx -> {
            INodeId a = insert(tx, INodeId.ROOT, "a");
            INodeId b = insert(tx, a, "b");
            return insert(tx, b, "c");
        });
    }

    @Test
    void lock_ofPathThatMovedMeanwhile_isRetriable() {
        try (Transaction tx = fixture.store.beginWrite(fixture.writer)) {
            PathLocks locks = PathLocks.in(tx);
            ResolvedPath found = locks.resolve(PATH);
            move("/a/b", "elsewhere");
            assertThatThrownBy(() -> locks.lock(found, LockScope.TARGET))
                    .isInstanceOfSatisfying(StoreException.class, e -> {
                        assertThat(e.kind()).isEqualTo(StoreException.Kind.CONFLICT);
                        assertThat(e.getCause())
                                .isInstanceOfSatisfying(
                                        FsException.class,
                                        cause -> assertThat(cause.code()).isEqualTo(ErrorCode.PATH_CHANGED));
                    });
        }
    }

    /** The cache is asked for nothing then, and every directory is read under its lock. */
    @Test
    void pathWhoseDirectoriesMustBeLocked_isLockedFromTheRootOn() {
        assertThat(modesOfLocks(List.of())).containsExactly(LockMode.EXCLUSIVE, LockMode.EXCLUSIVE);
        assertThat(modesOfLocks(List.of(PATH)))
                .containsExactly(LockMode.SHARED, LockMode.SHARED, LockMode.EXCLUSIVE, LockMode.EXCLUSIVE);
    }

    private List<LockMode> modesOfLocks(List<FsPath> onTheWay) {
        List<LockMode> modes = new ArrayList<>();
        try (Transaction tx = fixture.store.beginWrite(fixture.writer)) {
            Transaction watched = WatchedTransaction.of(
                    tx,
                    (method, arguments) -> {
                        if (method.equals("lock")) {
                            ((List<?>) requireNonNull(requireNonNull(arguments)[0]))
                                    .forEach(lock -> modes.add(((RowLock) requireNonNull(lock)).mode()));
                        }
                    },
                    onTheWay);
            PathLocks.in(watched).lock(PATH, LockScope.ENTRY);
        }
        return modes;
    }

    /** The first was looked at before there was anything at /a/x, the second after. */
    @Test
    void requireStill_ofPathsThatWereNeverTrueTogether_isRetriable() {
        try (Transaction tx = fixture.store.beginWrite(fixture.writer)) {
            PathLocks locks = PathLocks.in(tx);
            ResolvedPath before = locks.resolve(FsPath.parse("/a/x/y"));
            fixture.runner.write(
                    fixture.writer, other -> insert(other, resolve("/a").last().id(), "x"));
            ResolvedPath after = locks.resolve(FsPath.parse("/a/x/z"));
            PathLocks.LockedPair pair = locks.lock(before, LockScope.ENTRY, after, LockScope.ENTRY);
            assertThatThrownBy(() -> locks.requireStill(pair))
                    .isInstanceOfSatisfying(
                            StoreException.class, e -> assertThat(e.kind()).isEqualTo(StoreException.Kind.CONFLICT));
        }
    }

    @Test
    void requireStill_ofOtherPermissions_isRetriable() {
        try (Transaction tx = fixture.store.beginWrite(fixture.writer)) {
            PathLocks locks = PathLocks.in(tx);
            PathLocks.LockedPair found = new PathLocks.LockedPair(
                    locks.resolve(FsPath.parse("/a/b/x")), locks.resolve(FsPath.parse("/a/y")));
            fixture.runner.write(fixture.writer, other -> {
                INode b = resolve("/a/b").last();
                other.inodes().update(b.withAttributes(b.attributes().withPermission(new Permission(0))));
                return b;
            });
            assertThatThrownBy(() -> locks.requireStill(found)).isInstanceOf(StoreException.class);
        }
    }

    @Test
    void requireStill_keepsEntriesFromComingWhereNoneWasFound() {
        List<Object> locked = new ArrayList<>();
        try (Transaction tx = fixture.store.beginWrite(fixture.writer)) {
            PathLocks locks = PathLocks.in(WatchedTransaction.of(tx, (method, arguments) -> {
                if (method.equals("lock")) {
                    locked.add(requireNonNull(arguments)[0]);
                }
            }));
            PathLocks.LockedPair pair = locks.lock(
                    locks.resolve(FsPath.parse("/a/x/y")),
                    LockScope.ENTRY,
                    locks.resolve(FsPath.parse("/a/b/x")),
                    LockScope.ENTRY);
            assertThat(locked).containsExactly(List.of(exclusive("/a/b")));
            locks.requireStill(pair);
            assertThat(locked.get(1))
                    .isEqualTo(List.of(
                            new RowLock(resolve("/a").last().id(), LockMode.SHARED),
                            new RowLock(resolve("/a/b").last().id(), LockMode.SHARED)));
        }
    }

    private RowLock exclusive(String path) {
        return new RowLock(resolve(path).last().id(), LockMode.EXCLUSIVE);
    }

    private ResolvedPath resolve(String path) {
        return resolve(FsPath.parse(path), 0);
    }

    @Test
    void resolve_byIdOfRenamedFile_findsItsPresentPath() {
        long id = resolve(PATH, 0).last().id().value();
        move("/a/b", "elsewhere");
        assertThat(resolve(PATH, id).path()).isEqualTo(FsPath.parse("/elsewhere/c"));
        assertThat(resolve(PATH, id).exists()).isTrue();
        assertThat(resolve(FsPath.parse("/a"), id).path()).isEqualTo(FsPath.parse("/elsewhere/c"));
    }

    @Test
    void resolve_byIdOfWhatIsGone_doesNotExist() {
        long id = resolve(PATH, 0).last().id().value();
        fixture.runner.write(fixture.writer, tx -> {
            INode a = tx.inodes().resolve(FsPath.parse("/a").components()).get(1);
            tx.inodes().update(a.withKey(new INodeKey(INodeId.DELETED, Name.of(a.id().toString()))));
            return a;
        });
        assertThat(resolve(PATH, id).exists()).isFalse();
        assertThat(resolve(FsPath.ROOT, 99).exists()).isTrue();
        assertThat(resolve(FsPath.parse("/a"), 99).exists()).isFalse();
    }

    private ResolvedPath resolve(FsPath path, long id) {
        return fixture.runner.read(tx -> PathLocks.in(tx).resolve(path, id));
    }

    private void move(String path, String name) {
        fixture.runner.write(fixture.writer, tx -> {
            INode inode = PathLocks.in(tx).resolve(FsPath.parse(path)).last();
            tx.inodes().update(inode.withKey(new INodeKey(INodeId.ROOT, Name.of(name))));
            return inode;
        });
    }

    private INodeId insert(Transaction tx, INodeId parent, String name) {
        Attributes attributes = new Attributes("hdfs", "supergroup", new Permission(0755), 1, 0);
        INode made = new Directory(new INodeId(nextId++), new INodeKey(parent, Name.of(name)), attributes);
        tx.inodes().insert(made);
        return made.id();
    }
}
