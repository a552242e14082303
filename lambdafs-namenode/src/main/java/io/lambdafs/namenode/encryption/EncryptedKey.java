package io.lambdafs.namenode.encryption;

import static java.util.Objects.requireNonNull;

import org.apache.hadoop.thirdparty.protobuf.ByteString;

/**
 * The key of one file, encrypted with a key of the zone.
 *
 * @param version the name of the version of the zone's key
 * @param iv from which the initialisation vectors of key and contents are derived
 * @param material the key, encrypted
 */
public record EncryptedKey(String version, ByteString iv, ByteString material) {
    public EncryptedKey {
        requireNonNull(version, "version");
        requireNonNull(iv, "iv");
        requireNonNull(material, "material");
    }

    /** With copies of these bytes. */
    public static EncryptedKey of(String version, byte[] iv, byte[] material) {
        return new EncryptedKey(version, ByteString.copyFrom(iv), ByteString.copyFrom(material));
    }
}
