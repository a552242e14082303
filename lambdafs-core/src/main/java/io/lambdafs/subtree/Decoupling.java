package io.lambdafs.subtree;

import static java.util.Objects.requireNonNull;

import io.lambdafs.fs.INodeId;
import io.lambdafs.store.IdRange;
import java.util.List;

/**
 * A subtree that a client holds apart from the namespace.
 *
 * @param number its number, which is that of a hidden file: the file has the blocks that were reserved and are in no file yet
 * @param directory the root of the subtree
 * @param holder the user and the client that hold it
 * @param term until when
 * @param inodes the inode numbers that the client may use; the one after the last of them is for the merge
 * @param policy the text of the policy that applied when it was decoupled; empty for none
 * @param persisted what of the journal its client has made durable in the store
 * @param merged what was merged last while the subtree stayed decoupled: a client that did not hear of it has that in its journal still
 * @param merge how far a merge has come
 * @param discard how far it was discarded
 */
public record Decoupling(
        INodeId number,
        INodeId directory,
        Holder holder,
        Term term,
        IdRange inodes,
        String policy,
        Journal persisted,
        Journal merged,
        Merge merge,
        Discard discard) {
    public Decoupling {
        requireNonNull(number, "number");
        requireNonNull(directory, "directory");
        requireNonNull(holder, "holder");
        requireNonNull(term, "term");
        requireNonNull(inodes, "inodes");
        requireNonNull(policy, "policy");
        requireNonNull(persisted, "persisted");
        requireNonNull(merged, "merged");
        requireNonNull(merge, "merge");
        requireNonNull(discard, "discard");
    }

    /**
     * The holder of a subtree. What others do for a merge of it is checked as if this user did it.
     *
     * @param groups the user's, when the subtree was decoupled
     * @param superuser whether the user was a superuser then
     * @param client how the program calls itself
     */
    public record Holder(String user, List<String> groups, boolean superuser, String client, String host) {
        public Holder {
            requireNonNull(user, "user");
            groups = List.copyOf(groups);
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
     * A journal of which all is in the store.
     *
     * @param chunks how many chunks it has; 0 if there is none
     * @param entries how many entries it has
     * @param checksum the CRC-32 of the chunks in order
     */
    public record Journal(int chunks, long entries, long checksum) {
        /** There is none. */
        public static final Journal NONE = new Journal(0, 0, 0);

        public boolean isNone() {
            return chunks == 0;
        }
    }

    /**
     * A merge that has begun.
     *
     * @param journal what is merged
     * @param keep whether the subtree stays decoupled afterwards
     * @param aside whether the whole tree is built beside the directory, which it then replaces
     */
    public record Merge(Journal journal, boolean keep, boolean aside) {
        /** No merge has begun. */
        public static final Merge NONE = new Merge(Journal.NONE, false, false);

        public boolean hasBegun() {
            return !journal.isNone();
        }
    }

    /**
     * The removal of what nobody can reach: it takes as many transactions as it has parts. From the first one on nobody holds the subtree,
     * and nothing else may be done with it.
     *
     * @param begun whether it has begun
     * @param position how much is done: first come the inodes that slices of a merge insert, then the blocks of the hidden file
     */
    public record Discard(boolean begun, long position) {
        /** It has not begun. */
        public static final Discard NONE = new Discard(false, 0);

        /** It has begun, and come to here. */
        public static Discard at(long position) {
            return new Discard(true, position);
        }
    }

    /** The inode number that a directory gets which takes the place of the root. */
    public INodeId replacement() {
        return new INodeId(inodes.first() + inodes.count());
    }

    public Decoupling renewed(long nowMillis) {
        return new Decoupling(
                number, directory, holder, term.renewed(nowMillis), inodes, policy, persisted, merged, merge, discard);
    }

    public Decoupling merging(Merge begun) {
        return new Decoupling(number, directory, holder, term, inodes, policy, persisted, merged, begun, discard);
    }

    /** With so much of its journal in the store. */
    public Decoupling persisting(Journal journal) {
        return new Decoupling(number, directory, holder, term, inodes, policy, journal, merged, merge, discard);
    }

    /** After a merge that leaves it decoupled. */
    public Decoupling synced() {
        return new Decoupling(
                number, directory, holder, term, inodes, policy, Journal.NONE, merge.journal(), Merge.NONE, discard);
    }

    /** Discarded as far as this. */
    public Decoupling discarding(Discard come) {
        return new Decoupling(number, directory, holder, term, inodes, policy, persisted, merged, merge, come);
    }
}
