package io.lambdafs.namenode.encryption;

import io.lambdafs.fs.Encryption;
import io.lambdafs.fs.FsException;
import io.lambdafs.wire.ErrorCode;
import java.util.List;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.CipherSuiteProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.CryptoProtocolVersionProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.FileEncryptionInfoProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.PerFileEncryptionInfoProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.ZoneEncryptionInfoProto;
import org.apache.hadoop.thirdparty.protobuf.ByteString;
import org.apache.hadoop.thirdparty.protobuf.InvalidProtocolBufferException;

/**
 * By what the contents of a file are encrypted. A file is stored with all that clients get of its encryption; HDFS
 * stores a part of it in an attribute, and the rest with the zone.
 */
public final class FileEncryption {
    /** The name of HDFS's attribute, in the name space {@code raw}. */
    public static final String ATTRIBUTE = "hdfs.crypto.file.encryption.info";

    private FileEncryption() {}

    /** Of a new file in a zone, whose client knows these versions of the protocol. */
    public static Encryption of(Zone zone, List<CryptoProtocolVersionProto> known, EncryptedKeys keys) {
        ZoneEncryptionInfoProto info = zone.info();
        if (!known.contains(info.getCryptoProtocolVersion())) {
            throw new FsException(
                    ErrorCode.IO_ERROR,
                    "No crypto protocol versions provided by the client are supported. Client provided: " + known
                            + " NameNode supports: [" + info.getCryptoProtocolVersion() + "]");
        }
        EncryptedKey key = keys.take(info.getKeyName());
        return Zone.encoded(FileEncryptionInfoProto.newBuilder()
                .setSuite(info.getSuite())
                .setCryptoProtocolVersion(info.getCryptoProtocolVersion())
                .setKey(key.material())
                .setIv(key.iv())
                .setKeyName(info.getKeyName())
                .setEzKeyVersionName(key.version())
                .build()
                .toByteArray());
    }

    /** What clients get of an encrypted file. */
    public static FileEncryptionInfoProto info(Encryption encryption) {
        try {
            return FileEncryptionInfoProto.parseFrom(encryption.bytes());
        } catch (InvalidProtocolBufferException e) {
            throw new FsException(ErrorCode.IO_ERROR, "what is stored of a file's encryption is damaged", e);
        }
    }

    /** The value of HDFS's attribute of an encrypted file. */
    public static ByteString attribute(Encryption encryption) {
        FileEncryptionInfoProto info = info(encryption);
        return PerFileEncryptionInfoProto.newBuilder()
                .setKey(info.getKey())
                .setIv(info.getIv())
                .setEzKeyVersionName(info.getEzKeyVersionName())
                .build()
                .toByteString();
    }

    /**
     * What is stored of a file that was given HDFS's attribute, as programs do that copy files without decrypting them.
     *
     * @throws FsException if the value is none of that attribute
     */
    public static Encryption ofAttribute(ByteString value) {
        try {
            PerFileEncryptionInfoProto given = PerFileEncryptionInfoProto.parseFrom(value);
            String version = given.getEzKeyVersionName();
            int at = version.lastIndexOf('@');
            return Zone.encoded(FileEncryptionInfoProto.newBuilder()
                    .setSuite(CipherSuiteProto.AES_CTR_NOPADDING)
                    .setCryptoProtocolVersion(CryptoProtocolVersionProto.ENCRYPTION_ZONES)
                    .setKey(given.getKey())
                    .setIv(given.getIv())
                    // Of a version's name, all before the number is the key's.
                    .setKeyName(at > 0 ? version.substring(0, at) : version)
                    .setEzKeyVersionName(version)
                    .build()
                    .toByteArray());
        } catch (InvalidProtocolBufferException e) {
            throw new FsException(
                    ErrorCode.IO_ERROR, "the value of raw." + ATTRIBUTE + " is not what another file has there", e);
        }
    }
}
