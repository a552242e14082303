package io.lambdafs.client.subtree;

import io.lambdafs.wire.PathSyntax;
import io.lambdafs.wire.decoupling.DecoupledLease;
import io.lambdafs.wire.journal.NameOrder;
import io.lambdafs.wire.journal.OverlayNode;
import io.lambdafs.wire.journal.OverlayTree;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.protocol.DirectoryListing;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.jspecify.annotations.Nullable;

/**
 * What is at the paths of an overlay: what was there before, as it was at the first look, with the changes of the tree. Guarded by its
 * overlay's lock.
 */
final class OverlayView {
    private static final int PAGE = 1000;

    private final DecoupledLease lease;
    private final String root;
    private final BaseNamespace namespace;
    private final OverlayTree tree;
    private final Map<Long, Map<String, HdfsFileStatus>> base = new HashMap<>();

    OverlayView(DecoupledLease lease, BaseNamespace namespace, OverlayTree tree) {
        this.lease = lease;
        this.root = lease.root().path();
        this.namespace = namespace;
        this.tree = tree;
        if (lease.root().empty()) {
            base.put(lease.root().directory(), Collections.emptyMap());
        }
    }

    OverlayEntry rootEntry() {
        return new OverlayEntry(lease.root().directory(), null, null, null, root);
    }

    List<String> components(String path) {
        return PathSyntax.components(path)
                .subList(
                        PathSyntax.components(root).size(),
                        PathSyntax.components(path).size());
    }

    /** Where the path leads, or null. */
    @Nullable
    OverlayEntry find(String path) throws IOException {
        OverlayEntry at = rootEntry();
        for (String name : components(path)) {
            if (!at.isDirectory()) {
                throw Refusals.parentNotDirectory(at.path);
            }
            OverlayEntry next = child(at, name);
            if (next == null) {
                return null;
            }
            at = next;
        }
        return at;
    }

    @Nullable
    OverlayEntry child(OverlayEntry directory, String name) throws IOException {
        OverlayNode made = tree.child(directory.id, name).orElse(null);
        String path = directory.path + "/" + name;
        if (made != null) {
            return new OverlayEntry(made.id(), made, null, directory, path);
        }
        if (directory.made != null || tree.isRemoved(directory.id, name)) {
            return null;
        }
        HdfsFileStatus before = before(directory).get(name);
        return before == null ? null : new OverlayEntry(before.getFileId(), null, before, directory, path);
    }

    OverlayEntry require(String path) throws IOException {
        OverlayEntry found = find(path);
        if (found == null) {
            throw Refusals.notFound("File does not exist: " + path);
        }
        return found;
    }

    /** What a directory from before had, read once. */
    private Map<String, HdfsFileStatus> before(OverlayEntry directory) throws IOException {
        Map<String, HdfsFileStatus> known = base.get(directory.id);
        if (known == null) {
            known = new TreeMap<>(NameOrder.INSTANCE);
            byte[] after = HdfsFileStatus.EMPTY_NAME;
            while (true) {
                DirectoryListing page = namespace.list(directory.path, after);
                if (page == null) {
                    break;
                }
                for (HdfsFileStatus status : page.getPartialListing()) {
                    known.put(status.getLocalName(), status);
                }
                if (!page.hasMore()) {
                    break;
                }
                after = page.getLastName();
            }
            base.put(directory.id, known);
        }
        return known;
    }

    DirectoryListing page(OverlayEntry directory, String startAfter) throws IOException {
        TreeMap<String, OverlayEntry> entries = new TreeMap<>(NameOrder.INSTANCE);
        if (directory.made == null) {
            for (HdfsFileStatus before : before(directory).values()) {
                String name = before.getLocalName();
                if (!tree.isRemoved(directory.id, name)) {
                    entries.put(
                            name,
                            new OverlayEntry(before.getFileId(), null, before, directory, directory.path + "/" + name));
                }
            }
        }
        tree.node(directory.id).ifPresent(node -> {
            for (OverlayNode child : node.children()) {
                entries.put(
                        child.name(),
                        new OverlayEntry(child.id(), child, null, directory, directory.path + "/" + child.name()));
            }
        });
        List<HdfsFileStatus> page = new ArrayList<>();
        Map<String, OverlayEntry> rest = startAfter.isEmpty() ? entries : entries.tailMap(startAfter, false);
        for (Map.Entry<String, OverlayEntry> entry : rest.entrySet()) {
            if (page.size() == PAGE) {
                break;
            }
            page.add(status(entry.getValue(), entry.getKey().getBytes(StandardCharsets.UTF_8)));
        }
        return new DirectoryListing(page.toArray(new HdfsFileStatus[0]), rest.size() - page.size());
    }

    HdfsFileStatus status(OverlayEntry entry, byte[] name) {
        OverlayNode changes =
                entry.made != null ? entry.made : tree.node(entry.id).orElse(null);
        HdfsFileStatus before = entry.before;
        HdfsFileStatus.Builder status = new HdfsFileStatus.Builder().path(name).fileId(entry.id);
        if (before != null) {
            status.length(before.getLen())
                    .isdir(before.isDirectory())
                    .replication(before.getReplication())
                    .blocksize(before.getBlockSize())
                    .mtime(before.getModificationTime())
                    .atime(before.getAccessTime())
                    .perm(before.getPermission())
                    .owner(before.getOwner())
                    .group(before.getGroup())
                    .children(before.getChildrenNum());
        }
        if (entry.made != null) {
            status.isdir(entry.made.isDirectory())
                    .length(entry.made.length())
                    .blocksize(entry.made.blockSize())
                    .owner(lease.user())
                    .group(groupOf(entry.made))
                    .children(entry.made.childCount())
                    .atime(Math.max(0, entry.made.accessMillis()));
        }
        if (changes != null) {
            withChanges(status, changes);
        }
        return status.build();
    }

    private static void withChanges(HdfsFileStatus.Builder status, OverlayNode changes) {
        if (changes.permission() != OverlayNode.UNCHANGED) {
            status.perm(new FsPermission((short) changes.permission()));
        }
        if (changes.modificationMillis() >= 0) {
            status.mtime(changes.modificationMillis());
        }
        if (changes.accessMillis() >= 0) {
            status.atime(changes.accessMillis());
        }
        if (changes.replication() > 0) {
            status.replication(changes.replication());
        }
        if (!changes.owner().isEmpty()) {
            status.owner(changes.owner());
        }
        if (!changes.group().isEmpty()) {
            status.group(changes.group());
        }
    }

    private String groupOf(OverlayNode node) {
        OverlayNode at = node;
        while (at != null && at.isMade()) {
            if (!at.group().isEmpty()) {
                return at.group();
            }
            at = tree.node(at.parent()).orElse(null);
        }
        return lease.root().group();
    }
}
