package io.lambdafs.namenode.op.namespace;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.Name;
import io.lambdafs.fs.SnapshotState;
import io.lambdafs.housekeeping.Housekeeper;
import io.lambdafs.housekeeping.HousekeepingConfig;
import io.lambdafs.housekeeping.SubtreeRemoval;
import io.lambdafs.namenode.NameNodeFixture;
import io.lambdafs.store.DetailKind;
import io.lambdafs.store.INodeTable;
import io.lambdafs.store.RenewingWriter;
import io.lambdafs.store.Transaction;
import io.lambdafs.store.forwarding.ForwardingINodes;
import io.lambdafs.store.forwarding.ForwardingTransaction;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;
import org.apache.hadoop.hdfs.protocol.proto.AclProtos.FsPermissionProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.SetPermissionRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.HdfsFileStatusProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.HdfsFileStatusProto.FileType;
import org.apache.hadoop.hdfs.protocol.proto.XAttrProtos.GetXAttrsRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.XAttrProtos.GetXAttrsResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.XAttrProtos.SetXAttrRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.XAttrProtos.XAttrProto;
import org.apache.hadoop.hdfs.protocol.proto.XAttrProtos.XAttrProto.XAttrNamespaceProto;
import org.apache.hadoop.thirdparty.protobuf.ByteString;
import org.apache.hadoop.thirdparty.protobuf.MessageLite;
import org.junit.jupiter.api.Test;

/**
 * Random changes in and between directories with snapshots: each snapshot shows what was there when it was taken, until it is
 * deleted, and nothing is left behind afterwards.
 */
final class SnapshotHistoryTest {
    private static final int HISTORIES = 150;
    /** Of so many histories one has its snapshots compared, which takes long. */
    private static final int HISTORIES_COMPARED = 5;

    private static final int STEPS = 120;
    private static final String[] ROOTS = {"/a", "/b"};
    private static final String[] TOPS = {"/a", "/b", "/c"};
    private static final String ROOT_ID = "root";
    private static final String[] NAMES = {"x", "y", "z"};

    @Test
    void snapshots_showWhatWasThere_andNothingIsLeftWhenTheyAreGone() {
        for (int seed = 0; seed < HISTORIES; seed++) {
            new History(seed, UnaryOperator.identity()).run();
        }
    }

    @Test
    void withoutWitnesses_whatIsChangedAfterAMove_isNotKept() {
        assertNoticed(state ->
                new SnapshotState(state.snapshottable(), state.latest(), state.since(), state.kept(), List.of()));
    }

    @Test
    void withoutSince_aNewEntryAppearsInOlderSnapshots() {
        assertNoticed(
                state -> new SnapshotState(state.snapshottable(), state.latest(), 0, state.kept(), state.witnesses()));
    }

    @Test
    void withoutTheMarkThatVersionsAreKept_contentIsLost() {
        assertNoticed(state ->
                new SnapshotState(state.snapshottable(), state.latest(), state.since(), false, state.witnesses()));
    }

    private static void assertNoticed(UnaryOperator<SnapshotState> mistake) {
        assertThatThrownBy(() -> {
                    for (int seed = 0; seed < HISTORIES; seed++) {
                        new History(seed, mistake).run();
                    }
                })
                .isInstanceOf(AssertionError.class);
    }

    private static final class History {
        private final NameNodeFixture fixture;
        private final NamespaceClient client;
        private final Random random;
        private final long seed;
        private final Map<String, Map<String, String>> taken = new LinkedHashMap<>();
        private final List<String> steps = new ArrayList<>();
        private int snapshots;
        private int attributes;

        History(long seed, UnaryOperator<SnapshotState> mistake) {
            this.seed = seed;
            this.random = new Random(seed);
            this.fixture = new NameNodeFixture(tx -> new Mistaken(tx, mistake));
            this.client = new NamespaceClient(fixture, NameNodeFixture.SUPERUSER);
        }

        void run() {
            client.mkdirs(TOPS);
            for (String root : ROOTS) {
                client.allowSnapshot(root);
            }
            for (int step = 0; step < STEPS; step++) {
                step();
                if (step % 8 == 0) {
                    verify();
                }
            }
            verify();
            List.copyOf(taken.keySet()).forEach(this::deleteSnapshot);
            clean();
            assertNothingLeft();
        }

        private void step() {
            switch (random.nextInt(12)) {
                case 0, 1 -> call("mkdirs", NamespaceClient.mkdirsRequest(path(), 0755, true));
                case 2, 3 -> makeFile();
                case 4 -> call("setPermission", chmod(path(), 0700 + random.nextInt(0100)));
                case 5, 6, 7 -> call("rename2", NamespaceClient.rename2Request(path(), path(), random.nextBoolean()));
                case 8 -> call("delete", NamespaceClient.deleteRequest(path(), true));
                case 9 -> takeSnapshot();
                case 10 -> call("setXAttr", attribute(path()));
                default -> {
                    if (random.nextInt(3) == 0 && !taken.isEmpty()) {
                        List<String> all = List.copyOf(taken.keySet());
                        deleteSnapshot(all.get(random.nextInt(all.size())));
                    }
                    clean();
                }
            }
        }

        private String path() {
            StringBuilder path = new StringBuilder(TOPS[random.nextInt(TOPS.length)]);
            for (int depth = 1 + random.nextInt(3); depth > 0; depth--) {
                path.append('/').append(NAMES[random.nextInt(NAMES.length)]);
            }
            return path.toString();
        }

        private void call(String method, MessageLite request) {
            steps.add(method + " " + request.toString().replace('\n', ' '));
            fixture.send(fixture.newRequestId(), NameNodeFixture.SUPERUSER, method, request.toByteArray());
        }

        private void makeFile() {
            String path = path();
            String parent = path.substring(0, path.lastIndexOf('/'));
            if (!client.exists(path)
                    && client.exists(parent)
                    && client.status(parent).getFileType() == FileType.IS_DIR) {
                steps.add("file " + path);
                client.file(path);
            }
        }

        private static SetPermissionRequestProto chmod(String path, int mode) {
            return SetPermissionRequestProto.newBuilder()
                    .setSrc(path)
                    .setPermission(FsPermissionProto.newBuilder().setPerm(mode))
                    .build();
        }

        private SetXAttrRequestProto attribute(String path) {
            return SetXAttrRequestProto.newBuilder()
                    .setSrc(path)
                    .setXAttr(XAttrProto.newBuilder()
                            .setNamespace(XAttrNamespaceProto.USER)
                            .setName("a" + random.nextInt(2))
                            .setValue(ByteString.copyFromUtf8(Integer.toString(++attributes))))
                    .setFlag(3)
                    .build();
        }

        private void takeSnapshot() {
            String root = ROOTS[random.nextInt(ROOTS.length)];
            String name = "s" + ++snapshots;
            steps.add("snapshot " + root + " " + name);
            taken.put(client.snapshot(root, name), tree(root));
        }

        private void deleteSnapshot(String path) {
            steps.add("delete " + path);
            client.deleteSnapshot(
                    path.substring(0, path.indexOf("/.snapshot")), path.substring(path.lastIndexOf('/') + 1));
            taken.remove(path);
        }

        /** Does what the background does, until there is nothing more to do. */
        private void clean() {
            RenewingWriter writer = new RenewingWriter(fixture.store, fixture.runner, "housekeeper");
            Housekeeper housekeeper = Housekeeper.of(
                    HousekeepingConfig.defaults(),
                    "test" + steps.size(),
                    new Housekeeper.Dependencies(
                            fixture.store, fixture.runner, writer, fixture, RandomGenerator.getDefault()));
            fixture.advance(60_000);
            assertThat(housekeeper.round().failures()).isEmpty();
            SubtreeRemoval removal = new SubtreeRemoval(fixture.runner, 4);
            for (INodeId root : removal.pending(1000)) {
                while (!removal.step(writer.id(), root)) {
                    // Goes on.
                }
            }
            writer.close();
        }

        private void verify() {
            taken.forEach((path, tree) -> assertThat(tree(path))
                    .as("%s of history %d after %s", path, seed, steps)
                    .isEqualTo(tree));
            if (seed % HISTORIES_COMPARED == 0) {
                verifyDifferences();
            }
        }

        private void verifyDifferences() {
            for (String root : ROOTS) {
                List<String> paths = taken.keySet().stream()
                        .filter(path -> path.startsWith(root + "/"))
                        .toList();
                for (int i = 0; i < paths.size(); i++) {
                    boolean last = i + 1 == paths.size();
                    verifyDifferences(root, paths.get(i), last ? "" : paths.get(i + 1));
                    verifyDifferences(root, paths.get(i), "");
                }
            }
        }

        /** Of the entries; the comparison of two trees by their inodes says what came, went and moved. */
        private void verifyDifferences(String root, String from, String to) {
            Map<String, String> then = paths(requireNonNull(taken.get(from), from));
            Map<String, String> now = paths(to.isEmpty() ? tree(root) : requireNonNull(taken.get(to), to));
            Set<String> expected = new TreeSet<>();
            now.forEach((id, path) -> {
                String directory = id(now, parent(path));
                if (!then.containsKey(id) && then.containsKey(directory)) {
                    expected.add("+ ." + then.get(directory)
                            + path.substring(parent(path).length()));
                }
            });
            then.forEach((id, path) -> {
                String directory = id(then, parent(path));
                if (id.equals(ROOT_ID) || !now.containsKey(directory)) {
                    return;
                }
                if (!now.containsKey(id)) {
                    expected.add("- ." + path);
                } else if (!id(now, parent(now.get(id))).equals(directory)
                        || !name(path).equals(name(now.get(id)))) {
                    expected.add("R ." + path + " -> ." + now.get(id));
                }
            });
            List<String> told =
                    client.snapshotDiff(root, name(from).substring(1), to.isEmpty() ? "" : name(to).substring(1));
            assertThat(told)
                    .filteredOn(line -> !line.startsWith("M"))
                    .as("from %s to %s of history %d after %s", from, to, seed, steps)
                    .containsExactlyInAnyOrderElementsOf(expected);
        }

        /** Where each inode is; the root has no number of its own here. */
        private static Map<String, String> paths(Map<String, String> tree) {
            Map<String, String> found = new LinkedHashMap<>();
            found.put(ROOT_ID, "");
            tree.forEach((path, line) -> found.put(line.substring(0, line.indexOf(' ')), path));
            return found;
        }

        private static String id(Map<String, String> paths, String path) {
            return paths.entrySet().stream()
                    .filter(entry -> entry.getValue().equals(path))
                    .map(Map.Entry::getKey)
                    .findFirst()
                    .orElseThrow();
        }

        private static String parent(String path) {
            return path.substring(0, Math.max(0, path.lastIndexOf('/')));
        }

        /** With the slash before it. */
        private static String name(String path) {
            return path.substring(parent(path).length());
        }

        private Map<String, String> tree(String root) {
            Map<String, String> found = new TreeMap<>();
            add(root, "", found);
            return found;
        }

        private void add(String path, String relative, Map<String, String> found) {
            for (String name : client.list(path)) {
                HdfsFileStatusProto status = client.status(path + "/" + name);
                String below = relative + "/" + name;
                found.put(
                        below,
                        status.getFileId() + " "
                                + Integer.toOctalString(status.getPermission().getPerm()) + " " + status.getLength()
                                + attributes(path + "/" + name));
                if (status.getFileType() == FileType.IS_DIR) {
                    add(path + "/" + name, below, found);
                }
            }
        }

        private String attributes(String path) {
            return fixture
                    .call(
                            "getXAttrs",
                            GetXAttrsRequestProto.newBuilder().setSrc(path).build(),
                            GetXAttrsResponseProto.parser())
                    .getXAttrsList()
                    .stream()
                    .map(attribute -> " " + attribute.getName() + "="
                            + attribute.getValue().toStringUtf8())
                    .sorted()
                    .toList()
                    .toString();
        }

        private void assertNothingLeft() {
            int live = 1;
            long files = 0;
            for (String top : TOPS) {
                Map<String, String> tree = tree(top);
                live += 1 + tree.size();
                files += tree.values().stream()
                        .filter(line -> line.contains(" 10["))
                        .count();
            }
            assertThat(client.inodes())
                    .as("inodes of history %d after %s", seed, steps)
                    .isEqualTo(live);
            assertThat(client.blocks())
                    .as("blocks of history %d after %s", seed, steps)
                    .isEqualTo(files);
            fixture.runner.read(tx -> {
                for (INode inode : everything(tx)) {
                    for (DetailKind kind : DetailKind.values()) {
                        if (kind.isOfSnapshots() && kind != DetailKind.SNAPSHOTTABLE) {
                            assertThat(tx.details().of(inode.id(), kind, 0, 10)).isEmpty();
                        }
                    }
                }
                return null;
            });
        }

        private static List<INode> everything(Transaction tx) {
            List<INode> found = new ArrayList<>(tx.inodes().resolve(List.of()));
            for (int i = 0; i < found.size(); i++) {
                found.addAll(tx.inodes().children(found.get(i).id(), Name.EMPTY, 1000));
            }
            return found;
        }
    }

    /** Writes the states of snapshots with a mistake in them. */
    private static final class Mistaken extends ForwardingTransaction {
        private final UnaryOperator<SnapshotState> mistake;

        Mistaken(Transaction tx, UnaryOperator<SnapshotState> mistake) {
            super(tx);
            this.mistake = mistake;
        }

        @Override
        public INodeTable inodes() {
            return new ForwardingINodes(tx.inodes()) {
                @Override
                public void insert(INode inode) {
                    super.insert(mistaken(inode));
                }

                @Override
                public void update(INode inode) {
                    super.update(mistaken(inode));
                }
            };
        }

        private INode mistaken(INode inode) {
            return inode.withAttributes(inode.attributes()
                    .withFeatures(inode.attributes()
                            .features()
                            .withSnapshots(
                                    mistake.apply(inode.attributes().features().snapshots()))));
        }
    }
}
