package io.lambdafs.namenode.blocktoken;

import io.lambdafs.blockkey.BlockKey;
import io.lambdafs.fs.FsException;
import io.lambdafs.wire.ErrorCode;
import java.security.GeneralSecurityException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Signs with a block key as Hadoop's {@code SecretManager} does. Thread-safe. */
final class BlockSignature {
    /** Hadoop's default, which DataNodes of a cluster are not set to change. */
    private static final String ALGORITHM = "HmacSHA1";

    private final Mac keyed;

    BlockSignature(BlockKey key) {
        try {
            keyed = Mac.getInstance(ALGORITHM);
            keyed.init(new SecretKeySpec(key.secret(), ALGORITHM));
        } catch (GeneralSecurityException e) {
            throw failed(e);
        }
    }

    byte[] of(byte[] text) {
        try {
            // To copy what was derived from the key costs less than to derive it again. What is copied never changes.
            return ((Mac) keyed.clone()).doFinal(text);
        } catch (CloneNotSupportedException e) {
            throw failed(e);
        }
    }

    private static FsException failed(Exception cause) {
        return new FsException(ErrorCode.IO_ERROR, "This Java cannot make " + ALGORITHM + " signatures", cause);
    }
}
