package io.lambdafs.client.subtree;

import io.lambdafs.wire.journal.OverlayNode;
import java.io.IOException;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import org.apache.hadoop.crypto.CryptoProtocolVersion;
import org.apache.hadoop.fs.ContentSummary;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.permission.AclStatus;
import org.apache.hadoop.fs.permission.FsAction;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.AddBlockFlag;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.DirectoryListing;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.protocol.HdfsLocatedFileStatus;
import org.apache.hadoop.hdfs.protocol.LastBlockWithStatus;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.apache.hadoop.hdfs.protocolPB.ClientNamenodeProtocolPB;
import org.apache.hadoop.io.EnumSetWritable;
import org.jspecify.annotations.Nullable;

/**
 * Hadoop's translation of calls into messages, except for calls about a path in a subtree that this process has decoupled: those go to the
 * overlay. What an overlay cannot do is refused, and never sent to a NameNode instead.
 */
public class OverlayTranslator extends RefusingTranslator {
    private final Overlays overlays;

    protected OverlayTranslator(ClientNamenodeProtocolPB service, Overlays overlays) {
        super(service);
        this.overlays = overlays;
    }

    private @Nullable MountedOverlay at(String path) throws IOException {
        MountedOverlay overlay = overlays.covering(path);
        if (overlay != null) {
            overlay.report();
        }
        return overlay;
    }

    @Override
    final void refuse(String what, String path) throws IOException {
        if (at(path) != null) {
            throw Refusals.unsupported(what, path);
        }
    }

    private void refuseRoot(String what, String path) throws IOException {
        if (overlays.at(path) != null || overlays.atOrBelow(path) != null) {
            throw Refusals.unsupported(what, path);
        }
    }

    @Override
    public @Nullable HdfsFileStatus getFileInfo(String path) throws IOException {
        MountedOverlay overlay = at(path);
        return overlay == null ? super.getFileInfo(path) : overlay.namespace().status(path);
    }

    @Override
    public @Nullable HdfsFileStatus getFileLinkInfo(String path) throws IOException {
        MountedOverlay overlay = at(path);
        return overlay == null
                ? super.getFileLinkInfo(path)
                : overlay.namespace().status(path);
    }

    @Override
    public HdfsLocatedFileStatus getLocatedFileInfo(String path, boolean withToken) throws IOException {
        MountedOverlay overlay = at(path);
        if (overlay == null) {
            return super.getLocatedFileInfo(path, withToken);
        }
        OverlayNode file = overlay.namespace().file(path);
        if (file == null) {
            return super.getLocatedFileInfo(path, withToken);
        }
        HdfsFileStatus status = overlay.namespace().status(path);
        if (status == null) {
            throw Refusals.notFound("File does not exist: " + path);
        }
        return LocatedListing.located(status, overlay.files().locate(file, path, 0, LocatedListing.WHOLE));
    }

    @Override
    public boolean isFileClosed(String path) throws IOException {
        MountedOverlay overlay = at(path);
        if (overlay == null) {
            return super.isFileClosed(path);
        }
        OverlayNode file = overlay.namespace().file(path);
        return file == null || !overlay.namespace().isBeingWritten(file);
    }

    @Override
    public @Nullable DirectoryListing getListing(String path, byte[] startAfter, boolean withLocations)
            throws IOException {
        MountedOverlay overlay = onOrIn(path);
        if (overlay == null) {
            return listNamespace(path, startAfter, withLocations);
        }
        DirectoryListing listing = overlay.namespace().list(path, startAfter);
        return withLocations
                ? new LocatedListing(overlay, (directory, after) -> listNamespace(directory, after, true))
                        .of(path, startAfter, listing)
                : listing;
    }

    /** The overlay that has what is in the directory at this path. */
    private @Nullable MountedOverlay onOrIn(String path) throws IOException {
        MountedOverlay below = at(path);
        return below == null ? overlays.at(path) : below;
    }

    /** Lists what the namespace has. */
    protected @Nullable DirectoryListing listNamespace(String path, byte[] startAfter, boolean withLocations)
            throws IOException {
        return super.getListing(path, startAfter, withLocations);
    }

    @Override
    public LocatedBlocks getBlockLocations(String path, long offset, long length) throws IOException {
        MountedOverlay overlay = at(path);
        OverlayNode file = overlay == null ? null : overlay.namespace().file(path);
        return overlay == null || file == null
                ? super.getBlockLocations(path, offset, length)
                : overlay.files().locate(file, path, offset, length);
    }

    @Override
    public boolean mkdirs(String path, FsPermission masked, boolean parents) throws IOException {
        MountedOverlay overlay = at(path);
        return overlay == null
                ? super.mkdirs(path, masked, parents)
                : overlay.namespace().makeDirectories(path, masked.toShort(), parents);
    }

    @Override
    @SuppressWarnings("checkstyle:ParameterNumber") // They are Hadoop's.
    public HdfsFileStatus create(
            String path,
            FsPermission masked,
            String clientName,
            EnumSetWritable<CreateFlag> flag,
            boolean parents,
            short replication,
            long blockSize,
            CryptoProtocolVersion[] versions,
            @Nullable String erasureCoding,
            @Nullable String storagePolicy)
            throws IOException {
        MountedOverlay overlay = at(path);
        if (overlay == null) {
            return super.create(
                    path,
                    masked,
                    clientName,
                    flag,
                    parents,
                    replication,
                    blockSize,
                    versions,
                    erasureCoding,
                    storagePolicy);
        }
        boolean overwrite = flag.get().contains(CreateFlag.OVERWRITE);
        return overlay.namespace()
                .create(path, new NewFile(masked.toShort(), overwrite, parents, replication, blockSize));
    }

    @Override
    @SuppressWarnings("checkstyle:ParameterNumber") // They are Hadoop's.
    public LocatedBlock addBlock(
            String path,
            String clientName,
            @Nullable ExtendedBlock previous,
            DatanodeInfo @Nullable [] excluded,
            long fileId,
            String @Nullable [] favored,
            EnumSet<AddBlockFlag> flags)
            throws IOException {
        MountedOverlay overlay = at(path);
        return overlay == null
                ? super.addBlock(path, clientName, previous, excluded, fileId, favored, flags)
                : overlay.files().add(path, fileId, previous, excluded, favored);
    }

    @Override
    public void abandonBlock(ExtendedBlock block, long fileId, String path, String holder) throws IOException {
        MountedOverlay overlay = at(path);
        if (overlay == null) {
            super.abandonBlock(block, fileId, path, holder);
        } else {
            overlay.files().abandon(block, path, fileId);
        }
    }

    @Override
    public boolean complete(String path, String clientName, @Nullable ExtendedBlock last, long fileId)
            throws IOException {
        MountedOverlay overlay = at(path);
        if (overlay == null) {
            return super.complete(path, clientName, last, fileId);
        }
        overlay.files().complete(path, fileId, last);
        return true;
    }

    @Override
    public void fsync(String path, long fileId, String client, long lastBlockLength) throws IOException {
        if (at(path) == null) {
            super.fsync(path, fileId, client, lastBlockLength);
        }
    }

    @Override
    public boolean delete(String path, boolean recursive) throws IOException {
        MountedOverlay overlay = at(path);
        if (overlay != null) {
            return overlay.namespace().delete(path, recursive);
        }
        refuseRoot("Removing its root", path);
        return super.delete(path, recursive);
    }

    @Override
    public boolean rename(String from, String to) throws IOException {
        MountedOverlay overlay = both(from, to);
        return overlay == null ? super.rename(from, to) : overlay.namespace().rename(from, to);
    }

    @Override
    public void rename2(String from, String to, Options.Rename... options) throws IOException {
        MountedOverlay overlay = both(from, to);
        if (overlay == null) {
            super.rename2(from, to, options);
            return;
        }
        List<Options.Rename> asked = Arrays.asList(options);
        if (asked.contains(Options.Rename.TO_TRASH)) {
            throw Refusals.unsupported("Moving to the trash", from);
        }
        overlay.namespace().rename(from, to, asked.contains(Options.Rename.OVERWRITE));
    }

    /* The overlay that has both; null if none has either. */
    private @Nullable MountedOverlay both(String from, String to) throws IOException {
        MountedOverlay source = at(from);
        MountedOverlay destination = onOrIn(to);
        if (source != destination) {
            throw Refusals.unsupported("Renaming into it or out of it", from + " to " + to);
        }
        if (source == null) {
            refuseRoot("Renaming its root", from);
        }
        return source;
    }

    @Override
    public void setPermission(String path, FsPermission permission) throws IOException {
        MountedOverlay overlay = at(path);
        if (overlay == null) {
            super.setPermission(path, permission);
        } else {
            overlay.namespace().change(path, (target, id) -> target.setPermission(id, permission.toShort() & 01777));
        }
    }

    @Override
    public void setOwner(String path, @Nullable String owner, @Nullable String group) throws IOException {
        MountedOverlay overlay = at(path);
        if (overlay == null) {
            super.setOwner(path, owner, group);
        } else {
            overlay.namespace()
                    .change(
                            path,
                            (target, id) ->
                                    target.setOwner(id, owner == null ? "" : owner, group == null ? "" : group));
        }
    }

    @Override
    public void setTimes(String path, long modification, long access) throws IOException {
        MountedOverlay overlay = at(path);
        if (overlay == null) {
            super.setTimes(path, modification, access);
        } else {
            overlay.namespace().change(path, (target, id) -> target.setTimes(id, modification, access));
        }
    }

    @Override
    public boolean setReplication(String path, short replication) throws IOException {
        MountedOverlay overlay = at(path);
        if (overlay == null) {
            return super.setReplication(path, replication);
        }
        overlay.namespace().change(path, (target, id) -> target.setReplication(id, replication));
        return true;
    }

    @Override
    public LastBlockWithStatus append(String path, String clientName, EnumSetWritable<CreateFlag> flag)
            throws IOException {
        MountedOverlay overlay = at(path);
        if (overlay == null) {
            return super.append(path, clientName, flag);
        }
        HdfsFileStatus status = overlay.namespace().status(path);
        overlay.files().append(path);
        return new LastBlockWithStatus(null, status);
    }

    @Override
    public boolean recoverLease(String path, String clientName) throws IOException {
        MountedOverlay overlay = at(path);
        OverlayNode file = overlay == null ? null : overlay.namespace().file(path);
        if (overlay == null) {
            return super.recoverLease(path, clientName);
        }
        if (file != null && (overlay.files().endAppend(file) || !file.isOpen())) {
            return true;
        }
        throw Refusals.unsupported("Recovering the lease of a file that was not closed yet", path);
    }

    @Override
    public ContentSummary getContentSummary(String path) throws IOException {
        MountedOverlay overlay = onOrIn(path);
        return overlay == null ? super.getContentSummary(path) : OverlaySummary.of(overlay.namespace(), path);
    }

    @Override
    public long getPreferredBlockSize(String path) throws IOException {
        MountedOverlay overlay = at(path);
        OverlayNode file = overlay == null ? null : overlay.namespace().file(path);
        return file == null ? super.getPreferredBlockSize(path) : file.blockSize();
    }

    @Override
    public AclStatus getAclStatus(String path) throws IOException {
        MountedOverlay overlay = at(path);
        if (overlay == null || !overlay.namespace().isOwn(path)) {
            return super.getAclStatus(path);
        }
        HdfsFileStatus status = overlay.namespace().status(path);
        if (status == null) {
            throw Refusals.notFound("File does not exist: " + path);
        }
        return new AclStatus.Builder()
                .owner(status.getOwner())
                .group(status.getGroup())
                .setPermission(status.getPermission())
                .build();
    }

    @Override
    public void checkAccess(String path, FsAction action) throws IOException {
        MountedOverlay overlay = at(path);
        if (overlay == null) {
            super.checkAccess(path, action);
        } else if (overlay.namespace().status(path) == null) {
            throw Refusals.notFound("File does not exist: " + path);
        }
    }
}
