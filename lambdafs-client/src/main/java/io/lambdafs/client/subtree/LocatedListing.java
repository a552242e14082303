package io.lambdafs.client.subtree;

import io.lambdafs.wire.journal.NameOrder;
import io.lambdafs.wire.journal.OverlayNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hdfs.protocol.DirectoryListing;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.protocol.HdfsLocatedFileStatus;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.jspecify.annotations.Nullable;

/** A page of a directory in an overlay, with the places of blocks: as programs ask for it that split their input. */
final class LocatedListing {
    /** As long as a file can be, in bytes. */
    static final long WHOLE = Long.MAX_VALUE / 2;

    private static final LocatedBlocks NO_BLOCKS =
            new LocatedBlocks(0, false, Collections.emptyList(), null, true, null, null);

    private final MountedOverlay overlay;
    private final BaseNamespace located;

    /**
     * For one overlay.
     *
     * @param located lists what the namespace has, with places
     */
    LocatedListing(MountedOverlay overlay, BaseNamespace located) {
        this.overlay = overlay;
        this.located = located;
    }

    /** A page with places, made of one without. */
    DirectoryListing of(String directory, byte[] startAfter, DirectoryListing page) throws IOException {
        HdfsFileStatus[] statuses = page.getPartialListing();
        List<HdfsFileStatus> found = new ArrayList<>();
        Map<String, LocatedBlocks> before = null;
        for (int i = 0; i < statuses.length; i++) {
            HdfsFileStatus status = statuses[i];
            String name = status.getLocalName();
            String path = name.isEmpty() ? directory : directory + "/" + name;
            OverlayNode file = overlay.namespace().made(status.getFileId()).orElse(null);
            if (status.isDirectory()) {
                found.add(located(status, NO_BLOCKS));
            } else if (file != null) {
                found.add(located(status, overlay.files().locate(file, path, 0, WHOLE)));
            } else {
                before = before == null
                        ? before(directory, startAfter, statuses[statuses.length - 1].getLocalName())
                        : before;
                found.add(located(status, before.getOrDefault(name, NO_BLOCKS)));
            }
        }
        return new DirectoryListing(found.toArray(new HdfsFileStatus[0]), page.getRemainingEntries());
    }

    /* Of files from before, up to a name. */
    private Map<String, LocatedBlocks> before(String directory, byte[] startAfter, String last) throws IOException {
        Map<String, LocatedBlocks> found = new HashMap<>();
        byte[] after = startAfter;
        boolean more = true;
        while (more) {
            DirectoryListing page = located.list(directory, after);
            if (page == null) {
                break;
            }
            for (HdfsFileStatus status : page.getPartialListing()) {
                if (status instanceof HdfsLocatedFileStatus && !status.isDirectory()) {
                    found.put(status.getLocalName(), ((HdfsLocatedFileStatus) status).getLocatedBlocks());
                }
            }
            after = page.getLastName();
            more = page.hasMore() && NameOrder.INSTANCE.compare(text(page), last) < 0;
        }
        return found;
    }

    private static String text(DirectoryListing page) {
        HdfsFileStatus[] statuses = page.getPartialListing();
        return statuses[statuses.length - 1].getLocalName();
    }

    /** A status with the places of a file's blocks. */
    static HdfsLocatedFileStatus located(HdfsFileStatus status, @Nullable LocatedBlocks blocks) {
        return (HdfsLocatedFileStatus) new HdfsFileStatus.Builder()
                .length(status.getLen())
                .isdir(status.isDirectory())
                .replication(status.getReplication())
                .blocksize(status.getBlockSize())
                .mtime(status.getModificationTime())
                .atime(status.getAccessTime())
                .perm(status.getPermission())
                .owner(status.getOwner())
                .group(status.getGroup())
                .path(status.getLocalNameInBytes())
                .fileId(status.getFileId())
                .children(status.getChildrenNum())
                .locations(blocks)
                .build();
    }
}
