package io.lambdafs.namenode.sim;

import static java.util.Objects.requireNonNull;

import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.QuotaCounts;
import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.ChangeSet;
import io.lambdafs.namenode.Operation;
import io.lambdafs.namenode.WriteOperation;
import io.lambdafs.namenode.foresight.LockHints;
import io.lambdafs.namenode.sim.SimScenario.Flaw;
import io.lambdafs.snapshot.KeepingTransaction;
import io.lambdafs.store.Detail;
import io.lambdafs.store.DetailKey;
import io.lambdafs.store.DetailKind;
import io.lambdafs.store.DetailTable;
import io.lambdafs.store.ReadView;
import io.lambdafs.store.Transaction;
import io.lambdafs.store.forwarding.ForwardingTransaction;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.apache.hadoop.thirdparty.protobuf.MessageLite;
import org.apache.hadoop.thirdparty.protobuf.Parser;

/** NameNodes that lack a rule of quotas, snapshots, access control lists or storage policies, to show that the rule is needed. */
final class FlawedFeatures {
    private FlawedFeatures() {}

    /** Which rule is lacking. */
    enum Rule {
        /** Instances get an invalidation when a snapshot is taken, and writes below turn back or are waited for. */
        TELL_OF_SNAPSHOT,
        /** A row that a snapshot shows is kept before it is changed or removed. */
        KEEP_ROWS,
        /** The number of a deleted snapshot is never given again. */
        NUMBER_ONCE,
        /**
         * Instances get an invalidation when a quota is set, and writes below have ended before what is there is
         * counted.
         */
        TELL_OF_QUOTA,
        /** A shard of a count is locked before a writer decides by it. */
        LOCK_SHARDS,
        /** A writer adds to a shard up to its allowance alone. */
        HEED_ALLOWANCES,
        /** Instances get an invalidation when an access control list changes. */
        TELL_OF_ACL,
        /** Instances get an invalidation when a storage policy changes. */
        TELL_OF_POLICY,
        /** The attributes of an inode that a snapshot shows are kept before one changes; readers notice by its number, which goes, too. */
        KEEP_ATTRIBUTES
    }

    /** The same operations without the rule. */
    static Map<String, Operation<?, ?>> without(Rule rule, Map<String, Operation<?, ?>> operations) {
        return switch (rule) {
            case TELL_OF_SNAPSHOT -> untold(operations, "createSnapshot");
            case TELL_OF_QUOTA -> untold(operations, "setQuota");
            case TELL_OF_ACL -> untold(operations, "modifyAclEntries");
            case TELL_OF_POLICY -> untold(untold(operations, "setStoragePolicy"), "unsetStoragePolicy");
            case KEEP_ROWS, NUMBER_ONCE, LOCK_SHARDS, HEED_ALLOWANCES, KEEP_ATTRIBUTES -> operations;
        };
    }

    private static Map<String, Operation<?, ?>> untold(Map<String, Operation<?, ?>> operations, String method) {
        Map<String, Operation<?, ?>> changed = new HashMap<>(operations);
        changed.put(method, new Untold<>((WriteOperation<?, ?>) requireNonNull(operations.get(method), method)));
        return changed;
    }

    /** What writing transactions do for snapshots, without what these flaws say. */
    static UnaryOperator<Transaction> guard(Set<Flaw> flaws) {
        for (Flaw flaw : flaws) {
            switch (flaw) {
                case ROWS_NOT_KEPT -> {
                    return UnaryOperator.identity();
                }
                case SNAPSHOT_NUMBER_TWICE -> {
                    return tx -> new KeepingTransaction(new NumberTwice(tx));
                }
                case SHARDS_UNLOCKED -> {
                    return tx -> new KeepingTransaction(new ShardsUnlocked(tx));
                }
                case ALLOWANCES_OVERLOOKED -> {
                    return tx -> new KeepingTransaction(new AllowancesOverlooked(tx));
                }
                case ATTRIBUTES_NOT_KEPT -> {
                    return AttributesNotKept::new;
                }
                default -> {}
            }
        }
        return KeepingTransaction::new;
    }

    /** An operation whose changes invalidate nothing. */
    private record Untold<Q extends MessageLite, R extends MessageLite>(WriteOperation<Q, R> operation)
            implements WriteOperation<Q, R> {
        @Override
        public Parser<Q> parser() {
            return operation.parser();
        }

        @Override
        public FsPath subject(Q request) {
            return operation.subject(request);
        }

        @Override
        public LockHints foresee(Q request) {
            return operation.foresee(request);
        }

        @Override
        public boolean mayChangeNothing() {
            return operation.mayChangeNothing();
        }

        @Override
        public Optional<R> answerIfUnchanged(CallContext call, ReadView view, Q request) {
            return operation.answerIfUnchanged(call, view, request);
        }

        @Override
        public R execute(CallContext call, Transaction tx, Q request, ChangeSet changes) {
            return operation.execute(call, tx, request, ChangeSet.untold());
        }
    }

    /** A transaction whose details are others. */
    private abstract static class OtherDetails extends ForwardingTransaction implements DetailTable {
        private final DetailTable details;

        OtherDetails(Transaction tx) {
            super(tx);
            details = tx.details();
        }

        @Override
        public DetailTable details() {
            return this;
        }

        @Override
        public List<Detail> of(INodeId inode, DetailKind kind, long from, int limit) {
            return details.of(inode, kind, from, limit);
        }

        @Override
        public List<Detail> get(List<DetailKey> keys) {
            return details.get(keys);
        }

        @Override
        public List<Detail> lock(List<DetailKey> keys) {
            return details.lock(keys);
        }

        @Override
        public void put(Detail detail) {
            details.put(detail);
        }

        @Override
        public void delete(List<DetailKey> keys) {
            details.delete(keys);
        }

        @Override
        public void deleteOf(List<INodeId> inodes) {
            details.deleteOf(inodes);
        }

        static boolean ofQuota(DetailKey key) {
            return key.kind() == DetailKind.QUOTA_SHARD;
        }
    }

    private static final class ShardsUnlocked extends OtherDetails {
        ShardsUnlocked(Transaction tx) {
            super(tx);
        }

        @Override
        public List<Detail> lock(List<DetailKey> keys) {
            return keys.stream().allMatch(OtherDetails::ofQuota) ? get(keys) : super.lock(keys);
        }
    }

    /** The bytes of a shard are its use in each dimension, and then its allowance in each. */
    private static final class AllowancesOverlooked extends OtherDetails {
        AllowancesOverlooked(Transaction tx) {
            super(tx);
        }

        @Override
        public List<Detail> get(List<DetailKey> keys) {
            return super.get(keys).stream().map(AllowancesOverlooked::endless).toList();
        }

        @Override
        public List<Detail> lock(List<DetailKey> keys) {
            return super.lock(keys).stream().map(AllowancesOverlooked::endless).toList();
        }

        private static Detail endless(Detail detail) {
            if (!ofQuota(detail.key())) {
                return detail;
            }
            ByteBuffer bytes = ByteBuffer.wrap(detail.value().clone());
            for (int dimension = 0; dimension < QuotaCounts.DIMENSIONS; dimension++) {
                bytes.putLong((QuotaCounts.DIMENSIONS + dimension) * Long.BYTES, Long.MAX_VALUE);
            }
            return new Detail(detail.key(), bytes.array());
        }
    }

    /** Attributes change as if there were no snapshots. Their bytes begin with the number of the change, by which readers notice one. */
    private static final class AttributesNotKept extends OtherDetails {
        private final DetailTable unguarded;

        AttributesNotKept(Transaction tx) {
            super(new KeepingTransaction(tx));
            unguarded = tx.details();
        }

        @Override
        public void put(Detail detail) {
            if (isAttribute(detail.key())) {
                byte[] unnumbered =
                        ByteBuffer.wrap(detail.value().clone()).putLong(0, 0).array();
                unguarded.put(new Detail(detail.key(), unnumbered));
            } else {
                super.put(detail);
            }
        }

        private static boolean isAttribute(DetailKey key) {
            return key.kind() == DetailKind.EXTENDED_ATTRIBUTE;
        }
    }

    /** The latest number is forgotten with each snapshot that is deleted. */
    private static final class NumberTwice extends OtherDetails {
        NumberTwice(Transaction tx) {
            super(tx);
        }

        @Override
        public void put(Detail detail) {
            super.put(detail);
            if (detail.key().kind() == DetailKind.SNAPSHOT_CLEANUP) {
                int deleted = ByteBuffer.wrap(detail.value()).getInt();
                super.put(new Detail(
                        new DetailKey(INodeId.NONE, DetailKind.SNAPSHOT_NUMBER, 0),
                        ByteBuffer.allocate(Integer.BYTES).putInt(deleted - 1).array()));
            }
        }
    }
}
