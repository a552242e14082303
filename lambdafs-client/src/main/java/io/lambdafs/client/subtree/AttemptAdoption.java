package io.lambdafs.client.subtree;

import io.lambdafs.wire.decoupling.DecoupledLease;
import io.lambdafs.wire.journal.JournalDecoder;
import io.lambdafs.wire.journal.JournalledFile;
import io.lambdafs.wire.journal.OverlayNode;
import io.lambdafs.wire.journal.OverlayTree;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Takes what an attempt of a task has written into the subtree of its job. Directories that several tasks have made become one. A file
 * takes the place of one with its path, as with Hadoop's own committer.
 */
final class AttemptAdoption {
    private final Overlay job;

    AttemptAdoption(Overlay job) {
        this.job = job;
    }

    /**
     * Takes it in.
     *
     * @throws io.lambdafs.wire.journal.JournalException if the journal is damaged or says what cannot be
     */
    void adopt(List<byte[]> chunks) throws IOException {
        DecoupledLease lease = job.lease();
        OverlayTree tree =
                new OverlayTree(lease.inodes().first(), lease.inodes().count());
        for (byte[] chunk : chunks) {
            JournalDecoder.replay(chunk, tree);
        }
        OverlayNode content =
                tree.child(lease.root().directory(), AttemptSubtree.CONTENT).orElse(null);
        if (content != null) {
            adoptChildren(content, job.root());
        }
    }

    private void adoptChildren(OverlayNode directory, String path) throws IOException {
        List<OverlayNode> children = new ArrayList<>(directory.children());
        // As they were made: blocks that were reserved one after the other are then merged together.
        children.sort(Comparator.comparingLong(OverlayNode::id));
        for (OverlayNode child : children) {
            String at = path + "/" + child.name();
            if (child.isDirectory()) {
                job.makeDirectories(at, child.permission(), false);
                adoptChildren(child, at);
            } else {
                job.put(
                        at,
                        new JournalledFile(
                                child.permission(),
                                child.modificationMillis(),
                                child.replication(),
                                child.blockSize(),
                                child.blocks()),
                        true);
            }
            if (!child.owner().isEmpty() || !child.group().isEmpty()) {
                job.change(at, (target, id) -> target.setOwner(id, child.owner(), child.group()));
            }
        }
    }
}
