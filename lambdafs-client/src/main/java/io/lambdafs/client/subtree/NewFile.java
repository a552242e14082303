package io.lambdafs.client.subtree;

/** A file that is being created in an overlay. Immutable. */
final class NewFile {
    private static final int FILE_BITS = 0777;

    final int permission;
    final boolean overwrite;
    final boolean parents;
    final int replication;
    final long blockSize;

    NewFile(int permission, boolean overwrite, boolean parents, int replication, long blockSize) {
        this.permission = permission & FILE_BITS;
        this.overwrite = overwrite;
        this.parents = parents;
        this.replication = replication;
        this.blockSize = blockSize;
    }
}
