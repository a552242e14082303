package io.lambdafs.client.subtree;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** How a subtree is decoupled. Immutable. */
public final class SubtreeOptions {
    private final String clientName;
    private final int inodes;
    private final long leaseMillis;
    private final String policy;
    private final @Nullable Path journalDirectory;

    private SubtreeOptions(
            String clientName, int inodes, long leaseMillis, String policy, @Nullable Path journalDirectory) {
        this.clientName = clientName;
        this.inodes = inodes;
        this.leaseMillis = leaseMillis;
        this.policy = policy;
        this.journalDirectory = journalDirectory;
    }

    /** For so many new files and directories, 1 to 1,000,000, held for ten minutes without a renewal, with a journal in memory. */
    public static SubtreeOptions forInodes(int inodes) {
        return new SubtreeOptions("program", inodes, 600_000, "", null);
    }

    /** How the client calls itself, to people who look for who holds a directory. */
    public SubtreeOptions as(String name) {
        return new SubtreeOptions(name, inodes, leaseMillis, policy, journalDirectory);
    }

    /** How long the subtree is held without a renewal, in milliseconds, up to a day. */
    public SubtreeOptions heldFor(long millis) {
        return new SubtreeOptions(clientName, inodes, millis, policy, journalDirectory);
    }

    /** With a journal on disk, in this directory of this machine. */
    public SubtreeOptions withJournalIn(Path directory) {
        return new SubtreeOptions(clientName, inodes, leaseMillis, policy, directory);
    }

    String clientName() {
        return clientName;
    }

    int inodes() {
        return inodes;
    }

    long leaseMillis() {
        return leaseMillis;
    }

    String policy() {
        return policy;
    }

    @Nullable
    Path journalDirectory() {
        return journalDirectory;
    }
}
