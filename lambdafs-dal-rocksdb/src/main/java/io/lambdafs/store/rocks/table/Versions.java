package io.lambdafs.store.rocks.table;

import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import io.lambdafs.store.rocks.keyvalue.Bytes;
import io.lambdafs.store.rocks.keyvalue.Decoder;
import io.lambdafs.store.rocks.keyvalue.Encoder;

/** The version with which each stored value begins. */
final class Versions {
    private static final int CURRENT = 1;

    private Versions() {}

    static Encoder begin() {
        return new Encoder().putByte(CURRENT);
    }

    static Decoder read(Bytes value) {
        Decoder in = new Decoder(value);
        int version = in.getByte();
        if (version != CURRENT) {
            throw new StoreException(
                    Kind.INCOMPATIBLE,
                    "a stored row has version " + version + ", this release knows " + CURRENT
                            + ": use a newer release, or restore the store's files from a backup");
        }
        return in;
    }

    static StoreException unknown(String what, int code) {
        return new StoreException(
                Kind.INCOMPATIBLE,
                "no " + what + " has the code " + code
                        + ": use a newer release, or restore the store's files from a backup");
    }
}
