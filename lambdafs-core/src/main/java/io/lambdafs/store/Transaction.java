package io.lambdafs.store;

import io.lambdafs.fs.INode;
import io.lambdafs.store.volume.VolumeStore;
import java.util.List;
import java.util.Optional;

/**
 * One transaction; used by one thread at a time. It sees its own changes. Ended by {@link #commit} or rolled back by
 * {@link #close}; after a {@link StoreException} it can only be closed.
 *
 * <p>To save round trips, an adapter may carry out insertions, updates and deletions together with a later call on the
 * transaction, the commit at the latest. That call then fails with what they fail with. Locks are taken at once.
 */
public interface Transaction extends ReadView, AutoCloseable {
    @Override
    INodeTable inodes();

    @Override
    BlockTable blocks();

    @Override
    ReplicaTable replicas();

    @Override
    default Transaction store() {
        return this;
    }

    DataNodeTable dataNodes();

    LeaseTable leases();

    WorkTable work();

    RoleTable roles();

    DetailTable details();

    OutcomeTable outcomes();

    /**
     * Tells the transaction of inodes that lead to what it is going to change, the root first, each the parent of the next.
     * A caller that changes nothing below them need not say so. Stores ignore it.
     */
    default void leadingTo(List<INode> chain) {}

    /**
     * Whether a snapshot shows this inode, which the transaction has locked: then its content must not be cut or given away.
     * Only a transaction that keeps what snapshots show knows.
     */
    default boolean isInSnapshot(INode inode) {
        return false;
    }

    /**
     * Has the store's change feed keep these bytes with the transaction. They tell the watchers of the namespace what the transaction
     * means. To be called once. The store keeps nothing of a transaction that changes nothing, and nothing if it has no change feed.
     *
     * @param bytes the store does not look into them
     */
    default void announce(byte[] bytes) {}

    /**
     * The volumes of the store; empty if it has none. What is asked of them is no part of the transaction: it sees what was
     * committed when they are asked.
     */
    default Optional<VolumeStore> volumes() {
        return Optional.empty();
    }

    /**
     * The store's clock, in milliseconds since the epoch; the same clock by which outcomes are recorded and purged.
     *
     * <p>Of a writing transaction it is a moment after {@link #priorOutcome} was looked up, and costs no round trip; of a
     * reading one it is now.
     */
    long nowMillis();

    /** What an earlier transaction for the same request recorded and committed. */
    Optional<byte[]> priorOutcome();

    /** Records the outcome of this transaction's request, to be committed with it. Once, and only for a request. */
    void recordOutcome(byte[] outcome);

    /**
     * Makes the changes visible and durable; when this returns, they survive a crash of everything.
     *
     * @throws StoreException as any change of the transaction may throw it; nothing is committed then
     */
    void commit();

    /** Rolls back what is not committed. Does not throw. */
    @Override
    void close();
}
