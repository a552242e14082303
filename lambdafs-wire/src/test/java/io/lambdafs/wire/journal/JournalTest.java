package io.lambdafs.wire.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** What a journal says is what its tree is for every reader, and damage is noticed. */
final class JournalTest {
    private static final long ROOT = 20_000;
    private static final long FIRST = 30_000;
    private static final int COUNT = 100_000;

    private static OverlayTree tree() {
        return new OverlayTree(FIRST, COUNT);
    }

    private static JournalledFile file(JournalBlock... blocks) {
        return new JournalledFile(0644, 1_700_000_000_000L, 3, 128L << 20, List.of(blocks));
    }

    private static JournalTarget.Place place(long parent, String name) {
        return new JournalTarget.Place(parent, name);
    }

    /** What can be seen of a tree, by path from the root. */
    private static Map<String, String> seen(OverlayTree tree) {
        Map<String, String> seen = new TreeMap<>();
        tree.node(ROOT).ifPresent(root -> {
            root.removed().forEach(name -> seen.put("-" + name, "removed"));
            see(root, "", seen);
        });
        return seen;
    }

    private static void see(OverlayNode directory, String path, Map<String, String> seen) {
        for (OverlayNode child : directory.sortedChildren()) {
            seen.put(
                    path + "/" + child.name(),
                    child.id() + " " + child.isDirectory() + " " + child.permission() + " " + child.owner() + ":"
                            + child.group() + " " + child.modificationMillis() + " " + child.accessMillis() + " "
                            + child.replication() + " " + child.blockSize() + " " + child.blocks());
            see(child, path + "/" + child.name(), seen);
        }
    }

    @Test
    void randomHistories_areTheSameTree_howeverTheyAreCutIntoChunks() {
        for (int seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            OverlayTree written = tree();
            OverlayTree read = tree();
            JournalEncoder encoder = new JournalEncoder();
            RandomHistory history = new RandomHistory(random, written, encoder);
            int entries = 0;
            for (int step = 0; step < 200; step++) {
                history.step();
                if (random.nextInt(20) == 0) {
                    int expected = encoder.entries();
                    assertThat(JournalDecoder.replay(encoder.takeChunk(), read)).isEqualTo(expected);
                    entries += expected;
                }
            }
            entries += JournalDecoder.replay(encoder.takeChunk(), read);
            assertThat(entries).isEqualTo(history.changes());
            assertThat(seen(read)).as("seed %d", seed).isEqualTo(seen(written));
            assertThat(read.greatestMade()).isEqualTo(written.greatestMade());
        }
    }

    /** Makes changes that can be, and gives each to both. */
    private static final class RandomHistory {
        private final Random random;
        private final OverlayTree tree;
        private final JournalEncoder encoder;
        private final List<Long> directories = new ArrayList<>(List.of(ROOT));
        private long next = FIRST;
        private long now = 1_700_000_000_000L;
        private int changes;

        RandomHistory(Random random, OverlayTree tree, JournalEncoder encoder) {
            this.random = random;
            this.tree = tree;
            this.encoder = encoder;
        }

        int changes() {
            return changes;
        }

        private void both(Consumer<JournalTarget> change) {
            change.accept(tree);
            change.accept(encoder);
            changes++;
        }

        void step() {
            now += random.nextInt(50) - 5;
            directories.removeIf(id -> id != ROOT && tree.node(id).isEmpty());
            long parent = directories.get(random.nextInt(directories.size()));
            String name = "ä" + random.nextInt(30);
            long time = now;
            OverlayNode there = tree.child(parent, name).orElse(null);
            if (there == null) {
                make(parent, name, time);
            } else if (random.nextInt(3) == 0) {
                both(target -> target.delete(parent, name, time));
            } else {
                change(there, parent, time);
            }
        }

        private void make(long parent, String name, long time) {
            long id = next++;
            if (random.nextInt(4) == 0) {
                both(target -> target.makeDirectory(parent, name, id, 0750 + random.nextInt(1), time));
                directories.add(id);
            } else if (random.nextBoolean()) {
                both(target -> target.createFile(place(parent, name), id, file()));
            } else {
                JournalBlock block = new JournalBlock(random.nextLong(), random.nextInt(), random.nextInt(1000));
                both(target -> target.createFile(place(parent, name), id, file(block, block)));
            }
        }

        private void change(OverlayNode there, long parent, long time) {
            long id = there.id();
            int permission = random.nextInt(01000);
            switch (random.nextInt(6)) {
                case 0 -> both(target -> target.setPermission(id, permission));
                case 1 -> both(target -> target.setOwner(id, "owner", permission % 2 == 0 ? "" : "group"));
                case 2 -> both(target -> target.setTimes(id, time, permission % 2 == 0 ? -1 : 7));
                case 3 -> both(target -> target.setReplication(id, 1 + permission));
                case 4 -> {
                    if (!there.isDirectory()) {
                        both(target -> target.rewriteFile(id, time, List.of(new JournalBlock(1, 2, permission))));
                    }
                }
                default -> {
                    long to = directories.get(random.nextInt(directories.size()));
                    String name = "moved" + id;
                    boolean possible = tree.child(to, name).isEmpty()
                            && tree.node(to)
                                    .map(node -> !tree.isAtOrBelow(node, there))
                                    .orElse(true);
                    if (possible) {
                        JournalTarget.Place from = place(parent, there.name());
                        both(target -> target.rename(from, place(to, name), time));
                    }
                }
            }
        }
    }

    @Test
    void emptyFileWithAShortName_takesFewBytes() {
        JournalEncoder encoder = new JournalEncoder();
        for (int i = 0; i < 1000; i++) {
            encoder.createFile(place(ROOT, String.format("part-%05d", i)), FIRST + i, file());
        }
        assertThat(encoder.size()).isLessThan(1000 * 16);
    }

    @Test
    void everyCutOfAChunk_isRefusedOrIsWholeEntries() {
        JournalEncoder encoder = new JournalEncoder();
        encoder.makeDirectory(ROOT, "directory", FIRST, 0755, 1);
        encoder.createFile(place(FIRST, "file"), FIRST + 1, file(new JournalBlock(5, 6, 7)));
        encoder.setOwner(FIRST + 1, "owner", "group");
        byte[] whole = encoder.takeChunk();
        int readable = 0;
        for (int length = 0; length < whole.length; length++) {
            try {
                JournalDecoder.replay(Arrays.copyOf(whole, length), tree());
                readable++;
            } catch (JournalException expected) {
                assertThat(expected).hasMessageContaining("journal");
            }
        }
        assertThat(readable).isEqualTo(3);
    }

    @Test
    void editedBytes_neverDoMoreThanBeRefused() {
        JournalEncoder encoder = new JournalEncoder();
        encoder.makeDirectory(ROOT, "directory", FIRST, 0755, 1);
        encoder.createFile(place(FIRST, "file"), FIRST + 1, file(new JournalBlock(5, 6, 7)));
        encoder.rename(place(FIRST, "file"), place(ROOT, "other"), 2);
        byte[] whole = encoder.takeChunk();
        Random random = new Random(1);
        int refused = 0;
        for (int i = 0; i < 5_000; i++) {
            byte[] edited = whole.clone();
            edited[random.nextInt(edited.length)] = (byte) random.nextInt();
            try {
                JournalDecoder.replay(edited, tree());
            } catch (JournalException expected) {
                refused++;
            }
        }
        assertThat(refused).isGreaterThan(500);
    }

    @Test
    void whatCannotBe_isRefused() {
        OverlayTree tree = tree();
        tree.makeDirectory(ROOT, "a", FIRST, 0755, 1);
        tree.makeDirectory(FIRST, "b", FIRST + 1, 0755, 1);
        tree.createFile(place(ROOT, "file"), FIRST + 2, file());
        assertThatThrownBy(() -> tree.makeDirectory(ROOT, "c", FIRST - 1, 0755, 1))
                .hasMessageContaining("was not reserved");
        assertThatThrownBy(() -> tree.makeDirectory(ROOT, "c", FIRST + COUNT, 0755, 1))
                .hasMessageContaining("was not reserved");
        assertThatThrownBy(() -> tree.makeDirectory(ROOT, "c", FIRST, 0755, 1)).hasMessageContaining("twice");
        assertThatThrownBy(() -> tree.makeDirectory(ROOT, "a", FIRST + 3, 0755, 1))
                .hasMessageContaining("twice");
        assertThatThrownBy(() -> tree.makeDirectory(FIRST + 2, "c", FIRST + 3, 0755, 1))
                .hasMessageContaining("an entry in file");
        assertThatThrownBy(() -> tree.rename(place(ROOT, "a"), place(FIRST + 1, "x"), 1))
                .hasMessageContaining("cannot have");
        assertThatThrownBy(() -> tree.rename(place(ROOT, "before"), place(ROOT, "x"), 1))
                .hasMessageContaining("did not make");
        assertThatThrownBy(() -> tree.delete(FIRST, "absent", 1)).hasMessageContaining("not there");
        assertThatThrownBy(() -> tree.rewriteFile(FIRST, 1, List.of())).hasMessageContaining("did not make file");
        assertThatThrownBy(() -> new JournalBlock(1, 1, -1)).isInstanceOf(JournalException.class);
    }

    @Test
    void namesAreOrderedByTheirBytes() {
        List<String> names = new ArrayList<>(List.of("b", "\uD83D\uDE00", "\uFFFD", "a", "aa", "ä", "z"));
        List<String> byBytes = new ArrayList<>(names);
        byBytes.sort((a, b) ->
                Arrays.compareUnsigned(a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8)));
        names.sort(NameOrder.INSTANCE);
        assertThat(names).isEqualTo(byBytes);
    }
}
