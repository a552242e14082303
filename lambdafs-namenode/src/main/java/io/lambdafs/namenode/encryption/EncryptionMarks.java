package io.lambdafs.namenode.encryption;

import io.lambdafs.fs.Encryption;
import io.lambdafs.fs.INode;
import io.lambdafs.fs.Name;
import io.lambdafs.namenode.message.FileStatusMessages;
import io.lambdafs.namenode.path.ResolvedPath;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.HdfsFileStatusProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.LocatedBlocksProto;

/**
 * What messages about a path, or about what is in a directory, say of encryption. Below {@code /.reserved/raw} nobody is told how to decrypt a
 * file, so that its contents are read as they are stored.
 *
 * @param inZone whether the path is in an encryption zone
 * @param raw whether the path was asked for below {@code /.reserved/raw}
 */
public record EncryptionMarks(boolean inZone, boolean raw) {
    /** Outside of all zones. */
    public static final EncryptionMarks NONE = new EncryptionMarks(false, false);

    /** Those of this path. */
    public static EncryptionMarks of(ResolvedPath at) {
        for (INode inode : at.chain()) {
            if (!encryption(inode).isNone()) {
                return new EncryptionMarks(true, at.raw());
            }
        }
        return NONE;
    }

    /** The status of what a path names, without locations and without a path of its own. */
    public static HdfsFileStatusProto.Builder status(ResolvedPath at) {
        INode inode = at.last();
        return of(at).addTo(FileStatusMessages.status(inode, at.storagePolicy(), Name.EMPTY), inode);
    }

    /** Whether there is nothing to say. */
    public boolean isNone() {
        return !inZone;
    }

    /** Adds them to the status of the inode at the path, or in the directory there. */
    public HdfsFileStatusProto.Builder addTo(HdfsFileStatusProto.Builder status, INode inode) {
        if (inZone) {
            status.setFlags(status.getFlags() | HdfsFileStatusProto.Flags.HAS_CRYPT_VALUE);
            if (!inode.isDirectory() && !raw && !encryption(inode).isNone()) {
                status.setFileEncryptionInfo(FileEncryption.info(encryption(inode)));
            }
        }
        return status;
    }

    /** The blocks of the file at the path, with how to decrypt them. */
    public LocatedBlocksProto addTo(LocatedBlocksProto blocks, INode file) {
        return inZone && !raw && !encryption(file).isNone()
                ? blocks.toBuilder()
                        .setFileEncryptionInfo(FileEncryption.info(encryption(file)))
                        .build()
                : blocks;
    }

    private static Encryption encryption(INode inode) {
        return inode.attributes().features().encryption();
    }
}
