package io.lambdafs.client.subtree;

import io.lambdafs.wire.decoupling.DecouplingInfo;
import io.lambdafs.wire.decoupling.DecouplingList;
import io.lambdafs.wire.decoupling.DecouplingMethods;
import io.lambdafs.wire.decoupling.DecouplingRequest;
import io.lambdafs.wire.journal.JournalDecoder;
import io.lambdafs.wire.journal.JournalEncoder;
import io.lambdafs.wire.journal.JournalException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.fs.FileSystem;

/** What can be done about decoupled subtrees whose clients are gone. Each method may be called again after a failure. */
public final class SubtreeRecovery {
    private SubtreeRecovery() {}

    /** The user's decoupled subtrees, by path; for a superuser, everybody's. */
    public static List<DecouplingInfo> list(FileSystem fileSystem) throws IOException {
        SubtreeCalls calls = Overlays.of(fileSystem).requireWay(fileSystem);
        List<DecouplingInfo> all = new ArrayList<>(DecoupledSubtree.plain(() -> Merger.decode(
                        calls.call(DecouplingMethods.LIST, "list", new DecouplingRequest("list", 0, 0).encode()),
                        DecouplingList::decode))
                .all());
        all.sort(Comparator.comparing(DecouplingInfo::path));
        return all;
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
        List<byte[]> chunks = new ArrayList<>();
        JournalFile.open(journal, number, chunks::add).close();
        DecouplingInfo info = find(fileSystem, number);
        Merger merger = new Merger(Overlays.of(fileSystem).requireWay(fileSystem), info.path(), number);
        if (info.state().equals("merging")) {
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

    /** Finishes a merge that somebody has begun and not finished. */
    public static MergeResult resumeMerge(FileSystem fileSystem, long number) throws IOException {
        DecouplingInfo info = find(fileSystem, number);
        return DecoupledSubtree.plain(
                () -> new Merger(Overlays.of(fileSystem).requireWay(fileSystem), info.path(), number).resume());
    }

    /** Gives a subtree up without its journal: what only the journal has is lost, and the data of its files is freed. */
    public static void discard(FileSystem fileSystem, long number) throws IOException {
        SubtreeCalls calls = Overlays.of(fileSystem).requireWay(fileSystem);
        String route = Long.toString(number);
        DecoupledSubtree.plain(
                () -> calls.call(DecouplingMethods.DISCARD, route, new DecouplingRequest(route, number, 0).encode()));
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
