package io.lambdafs.wire.journal;

/** The numbers of the format, which are stored and never change. */
final class JournalFormat {
    /* What is changed: the low four bits of an entry's first byte. */
    static final int MAKE_DIRECTORY = 1;
    static final int CREATE_FILE = 2;
    static final int REWRITE_FILE = 3;
    static final int DELETE = 4;
    static final int RENAME = 5;
    static final int SET_PERMISSION = 6;
    static final int SET_OWNER = 7;
    static final int SET_TIMES = 8;
    static final int SET_REPLICATION = 9;
    /** A file that has blocks. */
    static final int CREATE_FILE_OF_BLOCKS = 10;

    static final int KIND = 0x0f;

    /* What is as in the entry before, or follows from it, and is left out: the high bits of the first byte. */

    /** The directory is that of the last entry that named one. */
    static final int SAME_PARENT = 0x10;

    /** The inode is that of the last entry; of a new one, its number is the next. */
    static final int SAME_INODE = 0x20;

    /** The permission is that of the last new inode of this kind. */
    static final int SAME_PERMISSION = 0x40;

    /** Replication and block size are those of the last file. */
    static final int SAME_SHAPE = 0x80;

    /** The longest name, owner or group. */
    static final int MAX_TEXT_BYTES = 1024;

    /** The most blocks of a file. */
    static final int MAX_BLOCKS = 1_000_000;

    static final int MAX_PERMISSION = 01777;
    static final int MAX_REPLICATION = 32_767;

    private JournalFormat() {}

    /** What entries leave out. Begins anew with each chunk, so that each chunk can be read alone. */
    static final class Context {
        long parent;
        long inode;
        long timeMillis;
        int directoryPermission;
        int filePermission;
        int replication;
        long blockSize;
        long block;
        long generationStamp;
    }
}
