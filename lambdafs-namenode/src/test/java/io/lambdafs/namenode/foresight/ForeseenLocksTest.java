package io.lambdafs.namenode.foresight;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.fs.Attributes;
import io.lambdafs.fs.Directory;
import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.INodeKey;
import io.lambdafs.fs.Name;
import io.lambdafs.fs.Permission;
import io.lambdafs.store.KeyLock;
import io.lambdafs.store.LockMode;
import io.lambdafs.store.WriteHint;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class ForeseenLocksTest {
    private static final Directory ROOT = directory(INodeId.NONE, "", INodeId.ROOT.value());
    private static final Directory A = directory(INodeId.ROOT, "a", 30);
    private static final Directory B = directory(INodeId.ROOT, "b", 20);
    private static final Directory BELOW_A = directory(A.id(), "below", 10);
    private static final FsPath FILE = FsPath.parse("/a/file");

    private final ForeseenLocks locks =
            new ForeseenLocks(new Known(Map.of("/", ROOT, "/a", A, "/b", B, "/a/below", BELOW_A)));

    /** These directories, by their paths. */
    private record Known(Map<String, Directory> directories) implements KnownAncestors {
        @Override
        public List<Directory> above(FsPath path) {
            List<Directory> above = new ArrayList<>();
            for (int depth = 0; depth < path.depth(); depth++) {
                Directory directory = directories.get(path.prefix(depth).toString());
                if (directory == null) {
                    return List.of();
                }
                above.add(directory);
            }
            return above;
        }
    }

    private static Directory directory(INodeId parent, String name, long id) {
        Attributes attributes = new Attributes("hdfs", "supergroup", new Permission(0755), 1, 0);
        Name own = name.isEmpty() ? Name.EMPTY : Name.of(name);
        return new Directory(new INodeId(id), new INodeKey(parent, own), attributes);
    }

    private WriteHint hint(LockHints foresight) {
        return locks.hint(FILE, foresight);
    }

    private static KeyLock exclusive(INodeKey key) {
        return new KeyLock(key, LockMode.EXCLUSIVE);
    }

    private static KeyLock exclusive(Directory parent, String name) {
        return exclusive(new INodeKey(parent.id(), Name.of(name)));
    }

    @Test
    void entry_isTheParent_thenWhatTheNameStandsFor() {
        assertThat(hint(LockHints.ofEntry(FILE)).locks()).containsExactly(exclusive(A.key()), exclusive(A, "file"));
        assertThat(hint(LockHints.ofEntry(FsPath.parse("/a"))).locks())
                .containsExactly(exclusive(ROOT.key()), exclusive(A.key()));
    }

    @Test
    void target_isOnlyWhatTheNameStandsFor_andItsBlocksGoWithIt() {
        WriteHint hint = hint(LockHints.ofTarget(FILE).andBlocks().andLeaseOf("client"));
        assertThat(hint.locks()).containsExactly(exclusive(A, "file"));
        assertThat(hint.blocksOf()).contains(new INodeKey(A.id(), Name.of("file")));
        assertThat(hint.leaseOf()).contains("client");
        assertThat(hint.subject()).isEqualTo(FILE);
    }

    /** As PathLocks takes its locks: by depth, then by id. */
    @Test
    void twoEntries_areLockedInTheOrderOfAllLocks() {
        LockHints move = LockHints.ofEntry(FILE).andEntry(FsPath.parse("/b/x"));
        assertThat(hint(move).locks())
                .containsExactly(exclusive(B.key()), exclusive(A.key()), exclusive(B, "x"), exclusive(A, "file"));
        LockHints deeper = LockHints.ofEntry(FsPath.parse("/a/below/x")).andEntry(FILE);
        assertThat(hint(deeper).locks())
                .containsExactly(
                        exclusive(A.key()), exclusive(BELOW_A.key()), exclusive(A, "file"), exclusive(BELOW_A, "x"));
    }

    @Test
    void oneRow_isLockedOnce() {
        LockHints within = LockHints.ofEntry(FILE).andEntry(FsPath.parse("/a/x"));
        assertThat(hint(within).locks()).containsExactly(exclusive(A.key()), exclusive(A, "file"), exclusive(A, "x"));
        LockHints ontoParent = LockHints.ofEntry(FILE).andEntry(FsPath.parse("/a"));
        assertThat(hint(ontoParent).locks())
                .containsExactly(exclusive(ROOT.key()), exclusive(A.key()), exclusive(A, "file"));
    }

    /** A request that makes a directory that is there already must not wait for those who change it. */
    @Test
    void newDirectory_isAnEntry_unlessItIsKnownToBeThere() {
        FsPath fresh = FsPath.parse("/a/fresh");
        assertThat(hint(LockHints.ofNewDirectory(fresh)).locks())
                .isEqualTo(hint(LockHints.ofEntry(fresh)).locks());
        assertThat(hint(LockHints.ofNewDirectory(FsPath.parse("/a/below"))).locks())
                .isEmpty();
        assertThat(hint(LockHints.ofNewDirectory(FsPath.ROOT)).locks()).isEmpty();
    }

    @Test
    void pathsWithUnknownParents_foreseeNoLocks() {
        LockHints half = LockHints.ofEntry(FILE)
                .andEntry(FsPath.parse("/unknown/x"))
                .andBlocks()
                .andLeaseOf("client");
        assertThat(hint(half).locks()).isEmpty();
        assertThat(hint(half).blocksOf()).isEmpty();
        assertThat(hint(half).leaseOf()).contains("client");
        assertThat(hint(LockHints.ofEntry(FsPath.ROOT)).locks()).isEmpty();
    }
}
