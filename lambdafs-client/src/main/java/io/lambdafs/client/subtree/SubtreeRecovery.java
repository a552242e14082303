package io.lambdafs.client.subtree;

import io.lambdafs.client.subtree.disk.JournalFile;
import io.lambdafs.wire.decoupling.DecouplingInfo;
import io.lambdafs.wire.decoupling.DecouplingList;
import io.lambdafs.wire.decoupling.DecouplingMethods;
import io.lambdafs.wire.decoupling.DecouplingRequest;
import io.lambdafs.wire.journal.JournalDecoder;
import io.lambdafs.wire.journal.JournalEncoder;
import io.lambdafs.wire.journal.JournalException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.fs.FileSystem;
import org.jspecify.annotations.Nullable;

/** What can be done about decoupled subtrees whose clients are gone. Each method may be called again after a failure. */
public final class SubtreeRecovery {
    private SubtreeRecovery() {}

    /** The user's decoupled subtrees, by path; for a superuser, everybody's. */
    public static List<DecouplingInfo> list(FileSystem fileSystem) throws IOException {
        SubtreeCalls calls = Overlays.of(fileSystem).requireWay(fileSystem);
        List<DecouplingInfo> all = new ArrayList<>(DecoupledSubtree.plain(() -> list(calls)));
        all.sort(Comparator.comparing(DecouplingInfo::path));
        return all;
    }

    /** As {@link #list}, with those of which a part is still to be removed, and that nobody holds any more. */
    public static List<DecouplingInfo> listAlsoDiscarded(FileSystem fileSystem) throws IOException {
        SubtreeCalls calls = Overlays.of(fileSystem).requireWay(fileSystem);
        List<DecouplingInfo> all =
                new ArrayList<>(DecoupledSubtree.plain(() -> list(calls, DecouplingRequest.ALSO_DISCARDED)));
        all.sort(Comparator.comparing(DecouplingInfo::path));
        return all;
    }

    private static List<DecouplingInfo> list(SubtreeCalls calls) throws IOException {
        return list(calls, 0);
    }

    private static List<DecouplingInfo> list(SubtreeCalls calls, long argument) throws IOException {
        byte[] answer = calls.call(DecouplingMethods.LIST, "list", new DecouplingRequest("list", 0, argument).encode());
        return Merger.decode(answer, DecouplingList::decode).all();
    }

    /** The subtree with this number; null if there is none. */
    static @Nullable DecouplingInfo look(SubtreeCalls calls, long number) throws IOException {
        for (DecouplingInfo info : list(calls)) {
            if (info.number() == number) {
                return info;
            }
        }
        return null;
    }

    /**
     * Merges what can be had of the decoupled subtree at a directory, and gives it up. It finishes a merge that has
     * begun, or merges the journal that this machine keeps, or the one that is durable in the store.
     *
     * @throws IOException if the directory is not decoupled, if its journal is elsewhere, or if the merge is refused
     */
    public static MergeResult recover(FileSystem fileSystem, org.apache.hadoop.fs.Path directory) throws IOException {
        Overlays overlays = Overlays.of(fileSystem);
        SubtreeCalls calls = overlays.requireWay(fileSystem);
        String path = DirectoryPolicies.path(fileSystem, directory);
        LocalSubtree kept = kept(overlays, path);
        DecouplingInfo info = at(calls, path);
        if (info != null && info.state().equals(DecouplingInfo.MERGING) && !(kept != null && kept.isSyncing())) {
            MergeResult result = DecoupledSubtree.plain(() -> new Merger(calls, info.path(), info.number()).resume());
            if (kept != null && kept.number() == info.number() && look(calls, info.number()) == null) {
                overlays.requireLocal().removeUnused(kept, () -> {});
            }
            return result;
        }
        if (kept != null) {
            return DecoupledSubtree.open(fileSystem, directory).merge();
        }
        if (info == null) {
            throw notDecoupled(path);
        }
        return resumeMerge(fileSystem, info.number());
    }

    /**
     * Gives the decoupled subtree at a directory up, with what this machine keeps of it: what was not merged is lost.
     *
     * @throws IOException if the directory is not decoupled
     */
    public static void discard(FileSystem fileSystem, org.apache.hadoop.fs.Path directory) throws IOException {
        Overlays overlays = Overlays.of(fileSystem);
        SubtreeCalls calls = overlays.requireWay(fileSystem);
        String path = DirectoryPolicies.path(fileSystem, directory);
        LocalSubtree kept = kept(overlays, path);
        if (kept == null) {
            DecouplingInfo info = at(calls, path);
            if (info == null) {
                throw notDecoupled(path);
            }
            discardIfThere(fileSystem, calls, info.number());
            return;
        }
        overlays.requireLocal().removeUnused(kept, () -> discardIfThere(fileSystem, calls, kept.number()));
    }

    /* A process that was killed while it discarded the subtree may have sent a request that is carried out only now. */
    private static void discardIfThere(FileSystem fileSystem, SubtreeCalls calls, long number) throws IOException {
        if (look(calls, number) == null) {
            return;
        }
        try {
            discard(fileSystem, number);
        } catch (FileNotFoundException e) {
            if (look(calls, number) != null) {
                throw e;
            }
        }
    }

    private static @Nullable LocalSubtree kept(Overlays overlays, String path) throws IOException {
        LocalSubtree found = overlays.requireLocal().covering(path);
        return found == null || !found.path().equals(path) ? null : found;
    }

    private static @Nullable DecouplingInfo at(SubtreeCalls calls, String path) throws IOException {
        for (DecouplingInfo info : list(calls)) {
            if (info.path().equals(path)) {
                return info;
            }
        }
        return null;
    }

    static IOException notDecoupled(String path) {
        return new IOException(path + " is not decoupled, or another user holds it."
                + " 'lambdafs subtree list' shows the subtrees that you hold.");
    }

    /**
     * Merges the journal that a client left on this machine's disk, and gives the subtree up. What the client had not yet persisted is not
     * in it.
     *
     * @throws IOException if the subtree was merged or discarded, or if the merge is refused
     * @throws JournalException if the file is damaged, or is no journal
     */
    public static MergeResult recover(FileSystem fileSystem, Path journal) throws IOException {
        long number = JournalFile.numberIn(journal);
        List<byte[]> chunks = JournalFile.read(journal, number);
        DecouplingInfo info = find(fileSystem, number);
        Merger merger = new Merger(Overlays.of(fileSystem).requireWay(fileSystem), info.path(), number);
        if (info.state().equals(DecouplingInfo.MERGING)) {
            return DecoupledSubtree.plain(merger::resume);
        }
        if (chunks.isEmpty()) {
            throw new IOException(journal + " has no changes: discard the subtree");
        }
        long entries = 0;
        for (byte[] chunk : chunks) {
            entries += JournalDecoder.replay(chunk, new JournalEncoder());
        }
        long all = entries;
        return DecoupledSubtree.plain(() -> merger.merge(chunks, all, false));
    }

    /** Finishes a merge that somebody has begun and not finished, or merges a journal that is durable in the store. */
    public static MergeResult resumeMerge(FileSystem fileSystem, long number) throws IOException {
        DecouplingInfo info = find(fileSystem, number);
        return DecoupledSubtree.plain(
                () -> new Merger(Overlays.of(fileSystem).requireWay(fileSystem), info.path(), number).resume());
    }

    /** Gives a subtree up without its journal: what only the journal has is lost, and the data of its files is freed. */
    public static void discard(FileSystem fileSystem, long number) throws IOException {
        SubtreeCalls calls = Overlays.of(fileSystem).requireWay(fileSystem);
        DecoupledSubtree.plain(() -> {
            new Merger(calls, Long.toString(number), number).discard();
            return true;
        });
    }

    /**
     * Gives up a subtree whose lease has ended, as {@link #discard(FileSystem, long)}.
     *
     * @param seen as {@link #list} told of it
     * @throws IOException also if its client has renewed the lease since, or has begun to merge
     */
    public static void discardEnded(FileSystem fileSystem, DecouplingInfo seen) throws IOException {
        SubtreeCalls calls = Overlays.of(fileSystem).requireWay(fileSystem);
        DecoupledSubtree.plain(() -> {
            new Merger(calls, Long.toString(seen.number()), seen.number())
                    .discardEnded(seen.term().expiresMillis());
            return true;
        });
    }

    private static DecouplingInfo find(FileSystem fileSystem, long number) throws IOException {
        for (DecouplingInfo info : list(fileSystem)) {
            if (info.number() == number) {
                if (info.path().isEmpty()) {
                    throw new IOException("The directory of the decoupled subtree " + number
                            + " is gone: somebody has removed it. Discard the subtree.");
                }
                return info;
            }
        }
        throw new IOException(
                "There is no decoupled subtree with the number " + number + ": it was merged or discarded");
    }
}
