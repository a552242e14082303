package io.lambdafs.namenode.cache;

import io.lambdafs.fs.AclEntry;
import io.lambdafs.fs.Encryption;
import io.lambdafs.fs.Features;
import io.lambdafs.fs.Name;

/**
 * What the parts of an entry take up on the heap, in bytes: object headers of 12 bytes, references of 4, sizes rounded up
 * to 8, as HotSpot has them below 32 GiB of heap.
 */
final class Costs {
    /** A slot in the parent's table at its emptiest; and one in the parent's listing, whether there is one or not. */
    private static final int PLACES = 11 + 4;

    static final int ABSENT = 40 + PLACES;
    static final int FILE = 88 + PLACES;

    static final int DIRECTORY = 80 + PLACES;

    /** A directory's place in an index by numbers: the map's node, the number, and a slot of the map's table. */
    static final int INDEXED = 32 + 24 + 8;

    /** The least table of a directory's entries. */
    static final int TABLE = 48;

    static final int TIMES = 40;
    static final int PRINCIPAL = 48;

    private static final int FEATURES = 24 + 16 + 24;
    private static final int QUOTA = 16 + 16 + 64;
    private static final int ACL_ENTRY = 32;
    private static final int ENCRYPTION = 16;
    private static final int ARRAY = 16;
    private static final int REFERENCE = 4;
    private static final int NAME_OBJECT = 16;
    private static final int STRING = 24;

    private Costs() {}

    static int name(Name name) {
        return NAME_OBJECT + array(name.length());
    }

    static int text(String text) {
        return STRING + array(2 * text.length());
    }

    static int features(Features features) {
        if (features.isNone()) {
            return 0;
        }
        int bytes = FEATURES
                + (features.hasQuota() ? QUOTA : 0)
                + encryption(features.encryption())
                + references(features.acl().entries().size());
        for (AclEntry entry : features.acl().entries()) {
            bytes += ACL_ENTRY + (entry.isNamed() ? text(entry.name()) : 0);
        }
        return bytes;
    }

    private static int encryption(Encryption encryption) {
        return encryption.isNone() ? 0 : ENCRYPTION + array(encryption.length());
    }

    static int longs(int count) {
        return ARRAY + Long.BYTES * count;
    }

    static int references(int count) {
        return array(REFERENCE * count);
    }

    private static int array(int bytes) {
        return ARRAY + (bytes + 7) / 8 * 8;
    }
}
