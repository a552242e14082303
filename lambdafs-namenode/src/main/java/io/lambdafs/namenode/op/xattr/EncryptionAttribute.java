package io.lambdafs.namenode.op.xattr;

import io.lambdafs.fs.Encryption;
import io.lambdafs.fs.FsException;
import io.lambdafs.fs.INode;
import io.lambdafs.namenode.encryption.EncryptionZones;
import io.lambdafs.namenode.encryption.FileEncryption;
import io.lambdafs.namenode.encryption.Zone;
import io.lambdafs.store.Transaction;
import io.lambdafs.wire.ErrorCode;
import java.util.Optional;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.ZoneEncryptionInfoProto;
import org.apache.hadoop.hdfs.protocol.proto.XAttrProtos.XAttrProto.XAttrNamespaceProto;
import org.apache.hadoop.thirdparty.protobuf.ByteString;
import org.apache.hadoop.thirdparty.protobuf.InvalidProtocolBufferException;

/**
 * HDFS's attributes that say how a directory or a file is encrypted. They are no rows of their own, but a feature of the inode. Programs that
 * copy encrypted files without decrypting them read and set them below {@code /.reserved/raw}.
 */
final class EncryptionAttribute {
    private EncryptionAttribute() {}

    /** That of an inode, if it has one. */
    static Optional<XAttr> of(INode inode) {
        Encryption encryption = inode.attributes().features().encryption();
        if (encryption.isNone()) {
            return Optional.empty();
        }
        return Optional.of(
                inode.isDirectory()
                        ? attribute(Zone.ATTRIBUTE, ByteString.copyFrom(encryption.bytes()))
                        : attribute(FileEncryption.ATTRIBUTE, FileEncryption.attribute(encryption)));
    }

    private static XAttr attribute(String name, ByteString value) {
        return new XAttr(XAttrNamespaceProto.RAW, name, value);
    }

    /** Whether a feature of the inode is what this attribute stands for. */
    static boolean isOne(XAttr attribute) {
        return attribute.isNamedAs(attribute(Zone.ATTRIBUTE, ByteString.EMPTY))
                || attribute.isNamedAs(attribute(FileEncryption.ATTRIBUTE, ByteString.EMPTY));
    }

    /** Gives it to a locked inode, which then is a zone, or a file whose contents are encrypted so. */
    static void set(Transaction tx, INode inode, XAttr attribute) {
        boolean ofZone = attribute.name().equals(Zone.ATTRIBUTE);
        if (ofZone != inode.isDirectory()) {
            throw new FsException(
                    ErrorCode.IO_ERROR,
                    attribute.prefixedName() + " is for "
                            + (ofZone ? "directories, and not for files" : "files, and not for directories"));
        }
        put(tx, inode, ofZone ? zone(attribute) : FileEncryption.ofAttribute(attribute.value()));
        if (ofZone) {
            EncryptionZones.in(tx).add(inode.id());
        }
    }

    private static Encryption zone(XAttr attribute) {
        try {
            ZoneEncryptionInfoProto info = ZoneEncryptionInfoProto.parseFrom(attribute.value());
            return new Encryption(info.toByteArray());
        } catch (InvalidProtocolBufferException | IllegalArgumentException e) {
            throw new FsException(
                    ErrorCode.IO_ERROR,
                    "the value of " + attribute.prefixedName() + " is not what another encryption zone has there",
                    e);
        }
    }

    /** Takes it from a locked inode. */
    static void remove(Transaction tx, INode inode) {
        put(tx, inode, Encryption.NONE);
        if (inode.isDirectory()) {
            EncryptionZones.in(tx).remove(inode.id());
        }
    }

    private static void put(Transaction tx, INode inode, Encryption encryption) {
        tx.inodes()
                .update(inode.withAttributes(inode.attributes()
                        .withFeatures(inode.attributes().features().withEncryption(encryption))));
    }
}
