package io.lambdafs.client.subtree;

import io.lambdafs.wire.subtree.SubtreePolicy;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** How a subtree is decoupled. Immutable. */
public final class SubtreeOptions {
    private static final int MILLIS = 1000;

    private final String clientName;
    private final int inodes;
    private final long leaseMillis;
    private final String policy;
    private final @Nullable Path journalDirectory;
    private final boolean kept;

    private SubtreeOptions(
            String clientName,
            int inodes,
            long leaseMillis,
            String policy,
            @Nullable Path journalDirectory,
            boolean kept) {
        this.clientName = clientName;
        this.inodes = inodes;
        this.leaseMillis = leaseMillis;
        this.policy = policy;
        this.journalDirectory = journalDirectory;
        this.kept = kept;
    }

    /** For so many new files and directories, 1 to 1,000,000, held for ten minutes without a renewal, with a journal in memory. */
    public static SubtreeOptions forInodes(int inodes) {
        return new SubtreeOptions("program", inodes, 600_000, "", null, false);
    }

    /**
     * As a policy says: with its numbers, its syncs and what {@link DecoupledSubtree#complete} does. The journal is in memory unless
     * another method says where it is.
     */
    public static SubtreeOptions of(SubtreePolicy policy) {
        return new SubtreeOptions(
                "program",
                policy.allocatedInodes(),
                (long) policy.leaseSeconds() * MILLIS,
                policy.toText(),
                null,
                false);
    }

    /** The client's name for itself, for people who look for the holder of a directory. */
    public SubtreeOptions as(String name) {
        return new SubtreeOptions(name, inodes, leaseMillis, policy, journalDirectory, kept);
    }

    /** For so many new files and directories. */
    public SubtreeOptions withInodes(int count) {
        return new SubtreeOptions(clientName, count, leaseMillis, policy, journalDirectory, kept);
    }

    /** How long the subtree is held without a renewal, in milliseconds, up to a day. */
    public SubtreeOptions heldFor(long millis) {
        return new SubtreeOptions(clientName, inodes, millis, policy, journalDirectory, kept);
    }

    /** With a journal on disk, in this directory of this machine. */
    public SubtreeOptions withJournalIn(Path directory) {
        return new SubtreeOptions(clientName, inodes, leaseMillis, policy, directory, false);
    }

    /**
     * With a journal in the directory of the setting {@code lambdafs.client.subtree.directory}, where other processes of this user
     * find it after this one has closed the subtree or ended.
     */
    public SubtreeOptions keptForOtherProcesses() {
        return new SubtreeOptions(clientName, inodes, leaseMillis, policy, null, true);
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

    boolean isKept() {
        return kept;
    }
}
