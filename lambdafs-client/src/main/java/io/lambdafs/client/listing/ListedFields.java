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
}
