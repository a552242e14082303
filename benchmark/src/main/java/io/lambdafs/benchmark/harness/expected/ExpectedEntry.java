package io.lambdafs.benchmark.harness.expected;

/**
 * What is expected of a file or directory.
 *
 * @param directory whether it is a directory
 * @param mode its permissions; {@link #DEFAULT} if nobody set them
 * @param owner its owner; empty if nobody set one
 * @param replication its replication; {@link #DEFAULT} if nobody set one
 * @param bytes its length; 0 of a directory
 * @param inherited of a directory that was made on the way to something below it, the permissions that the directory above it had then;
 *     {@link #DEFAULT} otherwise, or if nobody had set them
 */
public record ExpectedEntry(boolean directory, int mode, String owner, int replication, long bytes, int inherited) {
    /** A number that nobody set. */
    public static final int DEFAULT = -1;

    /** A directory that was made. */
    static final ExpectedEntry DIRECTORY = onTheWay(DEFAULT);

    /** A directory that was made because something below it was. */
    static ExpectedEntry onTheWay(int modeAbove) {
        return new ExpectedEntry(true, DEFAULT, "", DEFAULT, 0, modeAbove);
    }

    static ExpectedEntry file(int replication, long bytes) {
        return new ExpectedEntry(false, DEFAULT, "", replication, bytes, DEFAULT);
    }

    ExpectedEntry withMode(int newMode) {
        return new ExpectedEntry(directory, newMode, owner, replication, bytes, inherited);
    }

    ExpectedEntry withOwner(String newOwner) {
        return new ExpectedEntry(directory, mode, newOwner, replication, bytes, inherited);
    }

    ExpectedEntry withReplication(int newReplication) {
        return new ExpectedEntry(directory, mode, owner, newReplication, bytes, inherited);
    }

    ExpectedEntry longer(long more) {
        return new ExpectedEntry(directory, mode, owner, replication, bytes + Math.max(0, more), inherited);
    }

    /** The permissions that somebody set, or that it may have inherited; {@link #DEFAULT} if neither. */
    int setOrInherited() {
        return mode != DEFAULT ? mode : inherited;
    }

    /** Fields that {@link #parse} reads, separated by tabs. */
    String toLine() {
        return (directory ? "d" : "f") + "\t" + mode + "\t" + owner + "\t" + replication + "\t" + bytes + "\t"
                + inherited;
    }

    static ExpectedEntry parse(String[] fields, int at) {
        return new ExpectedEntry(
                fields[at].equals("d"),
                Integer.parseInt(fields[at + 1]),
                fields[at + 2],
                Integer.parseInt(fields[at + 3]),
                Long.parseLong(fields[at + 4]),
                Integer.parseInt(fields[at + 5]));
    }
}
