package io.lambdafs.namenode.encryption;

import static java.util.Objects.requireNonNull;

import io.lambdafs.fs.Encryption;
import io.lambdafs.fs.FsException;
import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeId;
import io.lambdafs.namenode.path.ResolvedPath;
import io.lambdafs.wire.ErrorCode;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.CipherSuiteProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.CryptoProtocolVersionProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.ZoneEncryptionInfoProto;
import org.apache.hadoop.thirdparty.protobuf.InvalidProtocolBufferException;

/**
 * An encryption zone: all files that are created below its root are encrypted with keys of their own, which are encrypted with the zone's key.
 *
 * @param root the number of the directory at which it begins
 * @param path where that directory is
 * @param info cipher, version and name of the key, as HDFS stores it in an attribute of the directory
 */
public record Zone(INodeId root, FsPath path, ZoneEncryptionInfoProto info) {
    /** The name of HDFS's attribute, in the name space {@code raw}. */
    public static final String ATTRIBUTE = "hdfs.crypto.encryption.zone";

    public Zone {
        requireNonNull(root, "root");
        requireNonNull(path, "path");
        requireNonNull(info, "info");
    }

    /** The zone in which these inodes are, of which the first is the root of the namespace; the innermost if zones are nested. */
    public static Optional<Zone> of(FsPath path, List<INode> chain) {
        for (int depth = chain.size() - 1; depth >= 0; depth--) {
            INode inode = chain.get(depth);
            if (inode.isDirectory() && !encryption(inode).isNone()) {
                return Optional.of(new Zone(inode.id(), path.prefix(depth), info(encryption(inode))));
            }
        }
        return Optional.empty();
    }

    /** The zone in which the path is that was found, or the deepest inode on it. */
    public static Optional<Zone> of(ResolvedPath at) {
        return of(at.path(), at.chain());
    }

    /** The zone of the directory in which the path's last name is. */
    public static Optional<Zone> above(ResolvedPath at) {
        int depth = Math.min(at.chain().size(), at.path().depth());
        return of(at.path(), at.chain().subList(0, depth));
    }

    private static Encryption encryption(INode inode) {
        return inode.attributes().features().encryption();
    }

    /** What a directory's features say of the zone that begins at it. */
    static ZoneEncryptionInfoProto info(Encryption encryption) {
        try {
            return ZoneEncryptionInfoProto.parseFrom(encryption.bytes());
        } catch (InvalidProtocolBufferException e) {
            throw new FsException(ErrorCode.IO_ERROR, "what is stored of an encryption zone is damaged", e);
        }
    }

    /**
     * What a directory's features say of a new zone.
     *
     * @param key the name of the zone's key
     * @param cipher the name of its cipher
     * @throws FsException if clients know no such cipher
     */
    public static Encryption encryption(String key, String cipher) {
        ZoneEncryptionInfoProto info = ZoneEncryptionInfoProto.newBuilder()
                .setSuite(suite(cipher))
                .setCryptoProtocolVersion(CryptoProtocolVersionProto.ENCRYPTION_ZONES)
                .setKeyName(key)
                .build();
        return encoded(info.toByteArray());
    }

    static Encryption encoded(byte[] bytes) {
        try {
            return new Encryption(bytes);
        } catch (IllegalArgumentException e) {
            throw new FsException(ErrorCode.IO_ERROR, String.valueOf(e.getMessage()), e);
        }
    }

    private static CipherSuiteProto suite(String cipher) {
        return switch (cipher) {
            case "AES/CTR/NoPadding" -> CipherSuiteProto.AES_CTR_NOPADDING;
            case "SM4/CTR/NoPadding" -> CipherSuiteProto.SM4_CTR_NOPADDING;
            default ->
                throw new FsException(
                        ErrorCode.IO_ERROR,
                        "Invalid cipher suite name: " + cipher + ". Take a key with AES/CTR/NoPadding");
        };
    }

    /** Refuses to move an inode out of its zone, or into one: its contents would not be encrypted as those beside it. */
    public static void requireSame(ResolvedPath source, ResolvedPath destination) {
        Optional<Zone> from = above(source);
        Optional<Zone> to = above(destination);
        if (from.isPresent() && to.isEmpty()) {
            throw refusal(source.path() + " can't be moved from an encryption zone.");
        }
        if (to.isPresent() && from.isEmpty()) {
            throw refusal(source.path() + " can't be moved into an encryption zone.");
        }
        if (from.isPresent() && !from.get().root().equals(to.orElseThrow().root())) {
            throw refusal(source.path() + " can't be moved from encryption zone "
                    + from.get().path() + " to encryption zone "
                    + to.orElseThrow().path() + ".");
        }
    }

    private static FsException refusal(String message) {
        return new FsException(ErrorCode.IO_ERROR, message);
    }
}
