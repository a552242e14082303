package io.lambdafs.client.listing;

/** What a NameNode tells of an entry that is neither a link nor encrypted nor erasure coded, while it is being read. */
final class ListedFields {
    boolean directory;
    String name = "";
    long length;
    int permission;
    String owner = "";
    String group = "";
    long modificationMillis;
    long accessMillis;
    int replication;
    long blockSize;
    long fileId;
    int children = -1;
    int storagePolicy;

    /** The fields that an entry must have and this one has, a bit each; and one more for what this class has no place for. */
    int seen;

    /** Notes what was seen; returns true. */
    boolean note(int field) {
        seen |= field;
        return true;
    }
}
