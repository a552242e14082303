package io.lambdafs.benchmark.harness.expected;

/**
 * What is expected of a file or directory.
 *
 * @param directory whether it is a directory
 * @param mode its permissions; {@link #DEFAULT} if nobody set them
 * @param owner its owner; empty if nobody set one
 * @param replication its replication; {@link #DEFAULT} if nobody set one
 * @param bytes its length; 0 of a directory
 */
public record ExpectedEntry(boolean directory, int mode, String owner, int replication, long bytes) {
    /** A number that nobody set. */
    public static final int DEFAULT = -1;

    /** A directory that was made. */
    static final ExpectedEntry DIRECTORY = new ExpectedEntry(true, DEFAULT, "", DEFAULT, 0);

    static ExpectedEntry file(int replication, long bytes) {
        return new ExpectedEntry(false, DEFAULT, "", replication, bytes);
    }

    ExpectedEntry withMode(int newMode) {
        return new ExpectedEntry(directory, newMode, owner, replication, bytes);
    }

    ExpectedEntry withOwner(String newOwner) {
        return new ExpectedEntry(directory, mode, newOwner, replication, bytes);
    }

    ExpectedEntry withReplication(int newReplication) {
        return new ExpectedEntry(directory, mode, owner, newReplication, bytes);
    }

    ExpectedEntry longer(long more) {
        return new ExpectedEntry(directory, mode, owner, replication, bytes + Math.max(0, more));
    }

    /** Fields that {@link #parse} reads, separated by tabs. */
    String toLine() {
        return (directory ? "d" : "f") + "\t" + mode + "\t" + owner + "\t" + replication + "\t" + bytes;
    }

    static ExpectedEntry parse(String[] fields, int at) {
        return new ExpectedEntry(
                fields[at].equals("d"),
                Integer.parseInt(fields[at + 1]),
                fields[at + 2],
                Integer.parseInt(fields[at + 3]),
                Long.parseLong(fields[at + 4]));
    }
}
