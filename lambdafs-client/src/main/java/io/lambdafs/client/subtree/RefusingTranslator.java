package io.lambdafs.client.subtree;

import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import org.apache.hadoop.fs.BatchedRemoteIterator.BatchedEntries;
import org.apache.hadoop.fs.QuotaUsage;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.fs.XAttr;
import org.apache.hadoop.fs.XAttrSetFlag;
import org.apache.hadoop.fs.permission.AclEntry;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.protocol.BatchedDirectoryListing;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;
import org.apache.hadoop.hdfs.protocol.CorruptFileBlocks;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.ReencryptAction;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.OpenFileEntry;
import org.apache.hadoop.hdfs.protocol.OpenFilesIterator.OpenFilesType;
import org.apache.hadoop.hdfs.protocol.SnapshotDiffReport;
import org.apache.hadoop.hdfs.protocol.SnapshotDiffReportListing;
import org.apache.hadoop.hdfs.protocolPB.ClientNamenodeProtocolPB;
import org.apache.hadoop.hdfs.protocolPB.ClientNamenodeProtocolTranslatorPB;
import org.jspecify.annotations.Nullable;

/**
 * Hadoop's translation of calls into messages, without the calls that a decoupled subtree does not answer. A NameNode would answer them
 * from what it has at the path, which is not what the subtree has.
 */
abstract class RefusingTranslator extends ClientNamenodeProtocolTranslatorPB {
    private static final String ATTRIBUTE = "An extended attribute";
    private static final String ACL = "An access control list";
    private static final String POLICY = "A storage policy";
    private static final String QUOTA = "A quota";
    private static final String SNAPSHOT = "A snapshot";
    private static final String ENCRYPTION_ZONE = "An encryption zone";
    private static final String ERASURE_CODING = "Erasure coding";

    RefusingTranslator(ClientNamenodeProtocolPB service) {
        super(service);
    }

    /**
     * Lets a call go to a NameNode.
     *
     * @param what the call is about, as the beginning of a sentence
     * @throws IOException if the path is in a decoupled subtree
     */
    abstract void refuse(String what, String path) throws IOException;

    @Override
    public boolean truncate(String path, long newLength, String clientName) throws IOException {
        refuse("Truncating", path);
        return super.truncate(path, newLength, clientName);
    }

    @Override
    public void concat(String target, String[] sources) throws IOException {
        refuse("Concatenating", target);
        for (String source : sources) {
            refuse("Concatenating", source);
        }
        super.concat(target, sources);
    }

    @Override
    public void createSymlink(String target, String link, FsPermission permission, boolean parents) throws IOException {
        refuse("A symbolic link", link);
        super.createSymlink(target, link, permission, parents);
    }

    @Override
    public String getLinkTarget(String path) throws IOException {
        refuse("A symbolic link", path);
        return super.getLinkTarget(path);
    }

    @Override
    @SuppressWarnings("checkstyle:ParameterNumber") // They are Hadoop's.
    public LocatedBlock getAdditionalDatanode(
            String path,
            long fileId,
            ExtendedBlock block,
            DatanodeInfo[] existing,
            String[] storages,
            DatanodeInfo[] excluded,
            int more,
            String clientName)
            throws IOException {
        refuse("Replacing a DataNode of a block that is being written", path);
        return super.getAdditionalDatanode(path, fileId, block, existing, storages, excluded, more, clientName);
    }

    @Override
    public BatchedDirectoryListing getBatchedListing(String[] paths, byte[] startAfter, boolean withLocations)
            throws IOException {
        for (String path : paths) {
            refuse("A listing of several directories in one call", path);
        }
        return super.getBatchedListing(paths, startAfter, withLocations);
    }

    @Override
    public CorruptFileBlocks listCorruptFileBlocks(String path, @Nullable String cookie) throws IOException {
        refuse("A list of corrupt files", path);
        return super.listCorruptFileBlocks(path, cookie);
    }

    @Override
    public BatchedEntries<OpenFileEntry> listOpenFiles(long previous, EnumSet<OpenFilesType> types, String path)
            throws IOException {
        refuse("A list of open files", path);
        return super.listOpenFiles(previous, types, path);
    }

    @Override
    public void modifyAclEntries(String path, List<AclEntry> entries) throws IOException {
        refuse(ACL, path);
        super.modifyAclEntries(path, entries);
    }

    @Override
    public void removeAclEntries(String path, List<AclEntry> entries) throws IOException {
        refuse(ACL, path);
        super.removeAclEntries(path, entries);
    }

    @Override
    public void removeDefaultAcl(String path) throws IOException {
        refuse(ACL, path);
        super.removeDefaultAcl(path);
    }

    @Override
    public void removeAcl(String path) throws IOException {
        refuse(ACL, path);
        super.removeAcl(path);
    }

    @Override
    public void setAcl(String path, List<AclEntry> entries) throws IOException {
        refuse(ACL, path);
        super.setAcl(path, entries);
    }

    @Override
    public void setXAttr(String path, XAttr attribute, EnumSet<XAttrSetFlag> flag) throws IOException {
        refuse(ATTRIBUTE, path);
        super.setXAttr(path, attribute, flag);
    }

    @Override
    public List<XAttr> getXAttrs(String path, @Nullable List<XAttr> attributes) throws IOException {
        refuse(ATTRIBUTE, path);
        return super.getXAttrs(path, attributes);
    }

    @Override
    public List<XAttr> listXAttrs(String path) throws IOException {
        refuse(ATTRIBUTE, path);
        return super.listXAttrs(path);
    }

    @Override
    public void removeXAttr(String path, XAttr attribute) throws IOException {
        refuse(ATTRIBUTE, path);
        super.removeXAttr(path, attribute);
    }

    @Override
    public void setStoragePolicy(String path, String policy) throws IOException {
        refuse(POLICY, path);
        super.setStoragePolicy(path, policy);
    }

    @Override
    public void unsetStoragePolicy(String path) throws IOException {
        refuse(POLICY, path);
        super.unsetStoragePolicy(path);
    }

    @Override
    public BlockStoragePolicy getStoragePolicy(String path) throws IOException {
        refuse(POLICY, path);
        return super.getStoragePolicy(path);
    }

    @Override
    public void satisfyStoragePolicy(String path) throws IOException {
        refuse(POLICY, path);
        super.satisfyStoragePolicy(path);
    }

    @Override
    public void setQuota(String path, long names, long space, @Nullable StorageType type) throws IOException {
        refuse(QUOTA, path);
        super.setQuota(path, names, space, type);
    }

    @Override
    public QuotaUsage getQuotaUsage(String path) throws IOException {
        refuse(QUOTA, path);
        return super.getQuotaUsage(path);
    }

    @Override
    public void allowSnapshot(String path) throws IOException {
        refuse(SNAPSHOT, path);
        super.allowSnapshot(path);
    }

    @Override
    public void disallowSnapshot(String path) throws IOException {
        refuse(SNAPSHOT, path);
        super.disallowSnapshot(path);
    }

    @Override
    public String createSnapshot(String path, @Nullable String name) throws IOException {
        refuse(SNAPSHOT, path);
        return super.createSnapshot(path, name);
    }

    @Override
    public void deleteSnapshot(String path, String name) throws IOException {
        refuse(SNAPSHOT, path);
        super.deleteSnapshot(path, name);
    }

    @Override
    public void renameSnapshot(String path, String from, String to) throws IOException {
        refuse(SNAPSHOT, path);
        super.renameSnapshot(path, from, to);
    }

    @Override
    public SnapshotDiffReport getSnapshotDiffReport(String path, @Nullable String from, @Nullable String to)
            throws IOException {
        refuse(SNAPSHOT, path);
        return super.getSnapshotDiffReport(path, from, to);
    }

    @Override
    public SnapshotDiffReportListing getSnapshotDiffReportListing(
            String path, @Nullable String from, @Nullable String to, byte[] startPath, int index) throws IOException {
        refuse(SNAPSHOT, path);
        return super.getSnapshotDiffReportListing(path, from, to, startPath, index);
    }

    @Override
    public void createEncryptionZone(String path, String key) throws IOException {
        refuse(ENCRYPTION_ZONE, path);
        super.createEncryptionZone(path, key);
    }

    @Override
    public void reencryptEncryptionZone(String path, ReencryptAction action) throws IOException {
        refuse(ENCRYPTION_ZONE, path);
        super.reencryptEncryptionZone(path, action);
    }

    @Override
    public void setErasureCodingPolicy(String path, @Nullable String policy) throws IOException {
        refuse(ERASURE_CODING, path);
        super.setErasureCodingPolicy(path, policy);
    }

    @Override
    public void unsetErasureCodingPolicy(String path) throws IOException {
        refuse(ERASURE_CODING, path);
        super.unsetErasureCodingPolicy(path);
    }

    @Override
    public @Nullable ErasureCodingPolicy getErasureCodingPolicy(String path) throws IOException {
        refuse(ERASURE_CODING, path);
        return super.getErasureCodingPolicy(path);
    }
}
