package io.lambdafs.namenode.sim.decoupling;

import io.lambdafs.namenode.sim.decoupling.JournalContent.Made;
import io.lambdafs.namenode.sim.decoupling.JournalContent.Place;
import io.lambdafs.wire.decoupling.DecoupledLease;
import io.lambdafs.wire.journal.JournalBlock;
import io.lambdafs.wire.journal.JournalEncoder;
import io.lambdafs.wire.journal.JournalTarget;
import io.lambdafs.wire.journal.JournalledFile;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;

/**
 * The journal of a subtree that a client holds. The client makes, removes, renames and changes what chance picks, in few directories
 * and under few names.
 */
final class SimJournal {
    private static final List<String> NAMES = List.of("f", "g", "b", "x", "y");
    private static final List<Integer> MODES = List.of(0777, 0755, 0700);
    private static final int REPLICATION = 1;

    private final DecoupledLease lease;
    private final RandomGenerator random;
    private final long blockSize;
    private final JournalEncoder encoder = new JournalEncoder();
    private final List<byte[]> chunks = new ArrayList<>();
    private final Map<Long, Made> made = new LinkedHashMap<>();
    private final Set<Place> removed = new HashSet<>();

    /** Directories that earlier parts of the journal made, and that were merged, with where they were then. */
    private final Map<Long, Place> merged = new LinkedHashMap<>();

    /** What was made in directories from before that were removed afterwards: it is there if the directory had been moved away. */
    private final Map<Long, Made> dropped = new LinkedHashMap<>();

    private long entries;
    private long used;

    SimJournal(DecoupledLease lease, long blockSize, RandomGenerator random) {
        this.lease = lease;
        this.blockSize = blockSize;
        this.random = random;
    }

    boolean isEmpty() {
        return entries == 0;
    }

    /** Whether there is a number left for another inode. */
    boolean hasRoom() {
        return used < lease.inodes().count();
    }

    /** Makes some change that needs no block. */
    void change() {
        int kind = random.nextInt(10);
        if (kind < 4 && hasRoom()) {
            make(true, List.of());
        } else if (kind < 7 && hasRoom()) {
            make(false, List.of());
        } else if (kind < 8) {
            remove();
        } else if (kind < 9) {
            rename();
        } else {
            chmod();
        }
        entries += encoder.entries();
        if (encoder.entries() > 0) {
            chunks.add(encoder.takeChunk());
        }
    }

    /** Makes a file with one block. */
    void write(JournalBlock block) {
        make(false, List.of(block));
        entries += encoder.entries();
        if (encoder.entries() > 0) {
            chunks.add(encoder.takeChunk());
        }
    }

    private List<Long> directories() {
        List<Long> all = new ArrayList<>(List.of(lease.root().directory()));
        all.addAll(merged.keySet());
        made.forEach((id, inode) -> {
            if (inode.directory()) {
                all.add(id);
            }
        });
        return all;
    }

    private Place place() {
        List<Long> directories = directories();
        return new Place(directories.get(random.nextInt(directories.size())), NAMES.get(random.nextInt(NAMES.size())));
    }

    private boolean isTaken(Place place) {
        return made.values().stream().anyMatch(inode -> inode.at().equals(place));
    }

    private void make(boolean directory, List<JournalBlock> blocks) {
        Place at = place();
        if (isTaken(at)) {
            return;
        }
        long id = lease.inodes().first() + used++;
        int mode = MODES.get(random.nextInt(MODES.size()));
        if (directory) {
            encoder.makeDirectory(at.parent(), at.name(), id, mode, used);
        } else {
            encoder.createFile(
                    new JournalTarget.Place(at.parent(), at.name()),
                    id,
                    new JournalledFile(mode, used, REPLICATION, blockSize, blocks));
        }
        made.put(id, new Made(at, directory, mode));
        dropAt(at);
    }

    private void remove() {
        Place at = place();
        boolean own = isTaken(at);
        if (!own && made.containsKey(at.parent())) {
            return;
        }
        encoder.delete(at.parent(), at.name(), used);
        if (own) {
            List<Long> gone = new ArrayList<>();
            made.forEach((id, inode) -> {
                if (inode.at().equals(at)) {
                    gone.add(id);
                }
            });
            forget(gone);
        } else {
            removed.add(at);
            dropAt(at);
        }
    }

    private void dropAt(Place at) {
        List<Long> gone = new ArrayList<>();
        merged.forEach((id, place) -> {
            if (place.equals(at)) {
                gone.add(id);
            }
        });
        gone.forEach(this::drop);
    }

    /* A client does not find any more what was below a directory that it removed. */
    private void drop(long directory) {
        List<Long> below = new ArrayList<>();
        merged.forEach((id, place) -> {
            if (place.parent() == directory) {
                below.add(id);
            }
        });
        merged.remove(directory);
        removed.removeIf(place -> place.parent() == directory);
        below.forEach(this::drop);
        Map<Long, Made> before = new LinkedHashMap<>(made);
        forget(childrenOf(directory));
        before.keySet().removeAll(made.keySet());
        dropped.putAll(before);
    }

    private List<Long> childrenOf(long directory) {
        List<Long> children = new ArrayList<>();
        made.forEach((id, inode) -> {
            if (inode.at().parent() == directory) {
                children.add(id);
            }
        });
        return children;
    }

    private void forget(List<Long> roots) {
        for (Long root : roots) {
            made.remove(root);
            forget(childrenOf(root));
        }
    }

    private void rename() {
        if (made.isEmpty()) {
            return;
        }
        List<Long> all = List.copyOf(made.keySet());
        long id = all.get(random.nextInt(all.size()));
        Place to = place();
        if (isTaken(to) || isAtOrBelow(to.parent(), id)) {
            return;
        }
        Made moved = made.get(id);
        if (moved != null) {
            Place from = moved.at();
            encoder.rename(
                    new JournalTarget.Place(from.parent(), from.name()),
                    new JournalTarget.Place(to.parent(), to.name()),
                    used);
            made.put(id, new Made(to, moved.directory(), moved.permission()));
            dropAt(to);
        }
    }

    private boolean isAtOrBelow(long inode, long above) {
        long at = inode;
        while (at != above) {
            Made on = made.get(at);
            if (on == null) {
                return false;
            }
            at = on.at().parent();
        }
        return true;
    }

    private void chmod() {
        if (made.isEmpty()) {
            return;
        }
        List<Long> all = List.copyOf(made.keySet());
        long id = all.get(random.nextInt(all.size()));
        Made changed = made.get(id);
        if (changed != null) {
            int mode = MODES.get(random.nextInt(MODES.size()));
            encoder.setPermission(id, mode);
            made.put(id, new Made(changed.at(), changed.directory(), mode));
        }
    }

    JournalContent content() {
        return new JournalContent(chunks, entries, made, removed, dropped);
    }

    /** All of it was merged, and the client goes on. */
    void merged() {
        made.forEach((id, inode) -> {
            if (inode.directory()) {
                merged.put(id, inode.at());
            }
        });
        made.clear();
        removed.clear();
        dropped.clear();
        chunks.clear();
        entries = 0;
    }
}
