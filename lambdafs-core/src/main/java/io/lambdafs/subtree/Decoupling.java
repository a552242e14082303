package io.lambdafs.subtree;

import static java.util.Objects.requireNonNull;

import io.lambdafs.fs.INodeId;
import io.lambdafs.store.IdRange;

/**
 * A subtree that a client holds apart from the namespace.
 *
 * @param number its number, which is that of a hidden file: the file has the blocks that were reserved and are in no file yet
 * @param directory the root of the subtree
 * @param holder who holds it
 * @param term until when
 * @param inodes the inode numbers that the client may use; the one after the last of them is for the merge
 * @param policy the text of the policy that applied when it was decoupled
 * @param synced whether an earlier part of the journal was merged
 * @param merge how far a merge has come
 */
public record Decoupling(
        INodeId number,
        INodeId directory,
        Holder holder,
        Term term,
        IdRange inodes,
        String policy,
        boolean synced,
        Merge merge) {
    public Decoupling {
        requireNonNull(number, "number");
        requireNonNull(directory, "directory");
        requireNonNull(holder, "holder");
        requireNonNull(term, "term");
        requireNonNull(inodes, "inodes");
        requireNonNull(policy, "policy");
        requireNonNull(merge, "merge");
    }

    /**
     * Who holds a subtree.
     *
     * @param client how the program calls itself
     */
    public record Holder(String user, String client, String host) {
        public Holder {
            requireNonNull(user, "user");
            requireNonNull(client, "client");
            requireNonNull(host, "host");
        }

        @Override
        public String toString() {
            return user + " (" + client + " on " + host + ")";
        }
    }

    /**
     * For how long a subtree is held, by the store's clock, in milliseconds.
     *
     * @param sinceMillis since the epoch
     * @param leaseMillis for how long without a renewal
     * @param expiresMillis since the epoch
     */
    public record Term(long sinceMillis, long leaseMillis, long expiresMillis) {
        public boolean isOver(long nowMillis) {
            return nowMillis >= expiresMillis;
        }

        public Term renewed(long nowMillis) {
            return new Term(sinceMillis, leaseMillis, nowMillis + leaseMillis);
        }
    }

    /**
     * A merge that has begun.
     *
     * @param chunks how many chunks the journal has, which are in the store; 0 if no merge has begun
     * @param entries how many entries it has
     * @param checksum the CRC-32 of the chunks in order
     * @param keep whether the subtree stays decoupled afterwards
     * @param aside whether the whole tree is built beside the directory, which it then replaces
     */
    public record Merge(int chunks, long entries, long checksum, boolean keep, boolean aside) {
        /** No merge has begun. */
        public static final Merge NONE = new Merge(0, 0, 0, false, false);

        public boolean hasBegun() {
            return chunks > 0;
        }
    }

    /** The inode number that a directory gets which takes the place of the root. */
    public INodeId replacement() {
        return new INodeId(inodes.first() + inodes.count());
    }

    public Decoupling renewed(long nowMillis) {
        return new Decoupling(number, directory, holder, term.renewed(nowMillis), inodes, policy, synced, merge);
    }

    public Decoupling merging(Merge begun) {
        return new Decoupling(number, directory, holder, term, inodes, policy, synced, begun);
    }

    /** After a merge that leaves it decoupled. */
    public Decoupling merged() {
        return new Decoupling(number, directory, holder, term, inodes, policy, true, Merge.NONE);
    }
}
