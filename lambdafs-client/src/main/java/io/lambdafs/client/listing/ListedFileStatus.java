package io.lambdafs.client.listing;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;
import org.apache.hadoop.fs.FileEncryptionInfo;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.jspecify.annotations.Nullable;

/**
 * A file or directory among the entries of a listing: what Hadoop's own class says of it, but cheaper to
 * {@linkplain #makeQualified qualify}. Neither a symbolic link nor encrypted nor erasure coded.
 *
 * <p>Not immutable, since Hadoop's class is not: its client writes the path into it.
 */
final class ListedFileStatus extends FileStatus implements HdfsFileStatus {
    private static final long serialVersionUID = 1;

    /** And the sticky bit; others are flags of what this class has no place for. */
    private static final int PERMISSIONS = 01777;

    private static final Set<Flags> NO_FLAGS = Collections.unmodifiableSet(EnumSet.noneOf(Flags.class));
    private static final Set<AttrFlags> NO_ATTRIBUTES = HdfsFileStatus.convert(NO_FLAGS);

    private final String localName;
    private final long fileId;
    private final int childrenNum;
    private final byte storagePolicy;
    private final transient ListedDirectory directory;

    private @Nullable String namespace;

    /** An entry as the NameNode tells it, in a directory. */
    ListedFileStatus(ListedFields entry, ListedDirectory directory) {
        super(
                entry.length,
                entry.directory,
                entry.replication,
                entry.blockSize,
                entry.modificationMillis,
                entry.accessMillis,
                HdfsFileStatus.convert(entry.directory, false, new FsPermission((short) entry.permission), NO_FLAGS),
                entry.owner,
                entry.group,
                null,
                null,
                NO_ATTRIBUTES);
        this.localName = entry.name;
        this.fileId = entry.fileId;
        this.childrenNum = entry.children;
        this.storagePolicy = (byte) entry.storagePolicy;
        this.directory = directory;
    }

    /** Whether a mode has no bits for which this class has no place. */
    static boolean isPlain(int mode) {
        return (mode & ~PERMISSIONS) == 0;
    }

    @Override
    public FileStatus makeQualified(URI fileSystem, Path parent) {
        if (!ListedDirectory.isPlain(localName)) {
            return HdfsFileStatus.super.makeQualified(fileSystem, parent);
        }
        setPath(directory.child(fileSystem, parent, localName));
        return this;
    }

    @Override
    public String getLocalName() {
        return localName;
    }

    @Override
    public byte[] getLocalNameInBytes() {
        return localName.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public long getFileId() {
        return fileId;
    }

    @Override
    public int getChildrenNum() {
        return childrenNum;
    }

    @Override
    public byte getStoragePolicy() {
        return storagePolicy;
    }

    @Override
    public @Nullable FileEncryptionInfo getFileEncryptionInfo() {
        return null;
    }

    @Override
    public @Nullable ErasureCodingPolicy getErasureCodingPolicy() {
        return null;
    }

    @Override
    public byte @Nullable [] getSymlinkInBytes() {
        return null;
    }

    @Override
    public void setPermission(FsPermission permission) {
        super.setPermission(permission);
    }

    @Override
    public void setOwner(String owner) {
        super.setOwner(owner);
    }

    @Override
    public void setGroup(String group) {
        super.setGroup(group);
    }

    /** Hadoop's interface has it from 3.4 on. */
    public @Nullable String getNamespace() {
        return namespace;
    }

    /** Hadoop's interface has it from 3.4 on. */
    public void setNamespace(String namespace) {
        this.namespace = namespace;
    }

    /** Another process, which may not have this class, gets Hadoop's own. */
    private Object writeReplace() {
        HdfsFileStatus own = new HdfsFileStatus.Builder()
                .length(getLen())
                .isdir(isDirectory())
                .replication(getReplication())
                .blocksize(getBlockSize())
                .mtime(getModificationTime())
                .atime(getAccessTime())
                .perm(getPermission())
                .owner(getOwner())
                .group(getGroup())
                .path(getLocalNameInBytes())
                .fileId(fileId)
                .children(childrenNum)
                .storagePolicy(storagePolicy)
                .build();
        own.setPath(getPath());
        return own;
    }

    /** By the path, as Hadoop's own. */
    @Override
    public boolean equals(@Nullable Object other) {
        return super.equals(other);
    }

    @Override
    public int hashCode() {
        return super.hashCode();
    }
}
