package io.lambdafs.namenode.sim.decoupling;

import static java.util.Objects.requireNonNull;

import io.lambdafs.fs.INodeId;
import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.ChangeSet;
import io.lambdafs.namenode.Operation;
import io.lambdafs.namenode.WriteOperation;
import io.lambdafs.namenode.membership.WriterIdentity;
import io.lambdafs.store.DetailKey;
import io.lambdafs.store.DetailKind;
import io.lambdafs.store.DetailTable;
import io.lambdafs.store.INodeTable;
import io.lambdafs.store.LockMode;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.Transaction;
import io.lambdafs.subtree.Decoupling;
import io.lambdafs.subtree.Decouplings;
import io.lambdafs.testkit.sim.Intercepted;
import io.lambdafs.testkit.sim.SimFailure;
import io.lambdafs.wire.MalformedEnvelopeException;
import io.lambdafs.wire.decoupling.DecouplingMethods;
import io.lambdafs.wire.decoupling.DecouplingRequest;
import io.lambdafs.wire.decoupling.MergeRequest;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.thirdparty.protobuf.ByteString;
import org.apache.hadoop.thirdparty.protobuf.BytesValue;
import org.apache.hadoop.thirdparty.protobuf.Parser;
import org.jspecify.annotations.Nullable;

/** Operations on decoupled subtrees each of which lacks a rule, to show that the rule is needed. */
public final class FlawedDecoupling {
    private FlawedDecoupling() {}

    /** Which rule is lacking. */
    public enum Rule {
        /** That a slice was applied is noted in the transaction that applies it. */
        NOTE_WITH_THE_SLICE,
        /** Caches forget what an attachment changes. */
        INVALIDATE_AT_ATTACHMENT,
        /** To discard a subtree removes what slices have inserted. */
        DISCARD_WHAT_WAS_INSERTED,
        /** Of a subtree that is being discarded, nothing is merged any more. */
        NOTHING_AFTER_A_DISCARD,
        /**
         * A NameNode that clears up discards a subtree only if the lease still has the end that the NameNode saw, and
         * no merge has begun.
         */
        DISCARD_AS_SEEN,
        /** A NameNode that clears up discards a subtree only if the lease still has the end that the NameNode saw. */
        DISCARD_UNLESS_RENEWED,
        /**
         * A NameNode that clears up begins to merge a subtree only if the lease still has the end that the NameNode
         * saw.
         */
        MERGE_UNLESS_RENEWED
    }

    /** The same operations without the rule. */
    public static Map<String, Operation<?, ?>> without(
            Rule rule, Map<String, Operation<?, ?>> operations, MetadataStore store, WriterIdentity writer) {
        Map<String, Operation<?, ?>> changed = new HashMap<>(operations);
        switch (rule) {
            case NOTE_WITH_THE_SLICE ->
                changed.put(
                        DecouplingMethods.APPLY_SLICE,
                        new NotedFirst(of(operations, DecouplingMethods.APPLY_SLICE), store, writer));
            case INVALIDATE_AT_ATTACHMENT ->
                changed.put(DecouplingMethods.ATTACH, new Untold(of(operations, DecouplingMethods.ATTACH)));
            case DISCARD_WHAT_WAS_INSERTED ->
                changed.put(DecouplingMethods.DISCARD, new Leaving(of(operations, DecouplingMethods.DISCARD)));
            case NOTHING_AFTER_A_DISCARD ->
                changed.put(DecouplingMethods.APPLY_SLICE, new Unaware(of(operations, DecouplingMethods.APPLY_SLICE)));
            case DISCARD_AS_SEEN ->
                changed.put(
                        DecouplingMethods.DISCARD,
                        new Asked(of(operations, DecouplingMethods.DISCARD), Asked::asByTheHolder));
            case DISCARD_UNLESS_RENEWED ->
                changed.put(
                        DecouplingMethods.DISCARD,
                        new Asked(of(operations, DecouplingMethods.DISCARD), Asked::asIfNotRenewed));
            case MERGE_UNLESS_RENEWED ->
                changed.put(
                        DecouplingMethods.BEGIN_MERGE,
                        new Asked(of(operations, DecouplingMethods.BEGIN_MERGE), Asked::mergeByTheHolder));
        }
        return changed;
    }

    @SuppressWarnings("unchecked")
    private static WriteOperation<BytesValue, BytesValue> of(Map<String, Operation<?, ?>> operations, String method) {
        return (WriteOperation<BytesValue, BytesValue>) requireNonNull(operations.get(method));
    }

    /** An operation around another one. */
    private abstract static class Around implements WriteOperation<BytesValue, BytesValue> {
        final WriteOperation<BytesValue, BytesValue> operation;

        Around(WriteOperation<BytesValue, BytesValue> operation) {
            this.operation = operation;
        }

        @Override
        public Parser<BytesValue> parser() {
            return operation.parser();
        }

        static DecouplingRequest decode(BytesValue request) {
            try {
                return DecouplingRequest.decode(request.getValue().toByteArray());
            } catch (MalformedEnvelopeException e) {
                throw new SimFailure("a request that cannot be read: " + e);
            }
        }
    }

    private static final class NotedFirst extends Around {
        private final MetadataStore store;
        private final WriterIdentity writer;

        NotedFirst(WriteOperation<BytesValue, BytesValue> operation, MetadataStore store, WriterIdentity writer) {
            super(operation);
            this.store = store;
            this.writer = writer;
        }

        @Override
        public BytesValue execute(CallContext call, Transaction tx, BytesValue request, ChangeSet changes) {
            DecouplingRequest asked = decode(request);
            INodeId number = new INodeId(asked.number());
            Decouplings present = Decouplings.in(tx);
            boolean merges = present.get(number)
                    .filter(decoupling -> decoupling.merge().hasBegun())
                    .isPresent();
            if (!merges || present.isApplied(number, asked.argument())) {
                return operation.execute(call, tx, request, changes);
            }
            try (Transaction earlier = store.beginWrite(writer.current())) {
                Decouplings.in(earlier).applied(number, asked.argument());
                earlier.commit();
            }
            DetailKey note = new DetailKey(number, DetailKind.SUBTREE_SLICE, asked.argument());
            return operation.execute(call, withoutNote(tx, note), request, changes);
        }

        private static Transaction withoutNote(Transaction tx, DetailKey note) {
            return Intercepted.of(Transaction.class, tx, (method, arguments) -> {
                Object answer = Intercepted.call(tx, method, arguments);
                return answer instanceof DetailTable details
                        ? Intercepted.of(DetailTable.class, details, (called, with) -> {
                            boolean asksForIt = called.getName().equals("get")
                                    && with != null
                                    && List.of(note).equals(with[0]);
                            return asksForIt ? List.of() : Intercepted.call(details, called, with);
                        })
                        : answer;
            });
        }
    }

    /** An operation that takes a subtree that is being discarded for one that is held. */
    private static final class Unaware extends Around {
        Unaware(WriteOperation<BytesValue, BytesValue> operation) {
            super(operation);
        }

        @Override
        public BytesValue execute(CallContext call, Transaction tx, BytesValue request, ChangeSet changes) {
            INodeId number = new INodeId(decode(request).number());
            Decouplings present = Decouplings.in(tx);
            Decoupling now = present.lock(number, LockMode.EXCLUSIVE).orElse(null);
            if (now == null || !now.discard().begun()) {
                return operation.execute(call, tx, request, changes);
            }
            present.put(now.discarding(Decoupling.Discard.NONE));
            BytesValue answer = operation.execute(call, tx, request, changes);
            present.put(now);
            return answer;
        }
    }

    private static final class Untold extends Around {
        Untold(WriteOperation<BytesValue, BytesValue> operation) {
            super(operation);
        }

        @Override
        public BytesValue execute(CallContext call, Transaction tx, BytesValue request, ChangeSet changes) {
            return operation.execute(call, tx, request, ChangeSet.untold());
        }
    }

    /** An operation that is asked for something else than the request says. */
    private static final class Asked extends Around {
        private final Changed changed;

        /** What is asked instead. */
        interface Changed {
            byte[] of(byte[] request, Decouplings present) throws MalformedEnvelopeException;
        }

        Asked(WriteOperation<BytesValue, BytesValue> operation, Changed changed) {
            super(operation);
            this.changed = changed;
        }

        @Override
        public BytesValue execute(CallContext call, Transaction tx, BytesValue request, ChangeSet changes) {
            try {
                byte[] instead = changed.of(request.getValue().toByteArray(), Decouplings.in(tx));
                BytesValue other = BytesValue.newBuilder()
                        .setValue(ByteString.copyFrom(instead))
                        .build();
                return operation.execute(call, tx, other, changes);
            } catch (MalformedEnvelopeException e) {
                throw new SimFailure("a request that cannot be read: " + e);
            }
        }

        /** A NameNode that clears up says that it saw the lease end when it ends now, so that a renewal goes unnoticed. */
        static byte[] asIfNotRenewed(byte[] request, Decouplings present) throws MalformedEnvelopeException {
            DecouplingRequest asked = DecouplingRequest.decode(request);
            return asked.argument() == 0
                    ? request
                    : present.get(new INodeId(asked.number()))
                            .map(now -> now.term().expiresMillis())
                            .map(end -> new DecouplingRequest(asked.route(), asked.number(), end).encode())
                            .orElse(request);
        }

        /** A NameNode that clears up discards as the holder may: nothing is looked at. */
        static byte[] asByTheHolder(byte[] request, Decouplings present) throws MalformedEnvelopeException {
            DecouplingRequest asked = DecouplingRequest.decode(request);
            return new DecouplingRequest(asked.route(), asked.number(), 0).encode();
        }

        /** A NameNode that clears up begins a merge as the holder may: the lease is not looked at. */
        static byte[] mergeByTheHolder(byte[] request, Decouplings present) throws MalformedEnvelopeException {
            MergeRequest asked = MergeRequest.decode(request);
            return asked.leaseEnd() == 0
                    ? request
                    : new MergeRequest(asked.path(), asked.number(), 0, 0, 0, false).encode();
        }
    }

    private static final class Leaving extends Around {
        Leaving(WriteOperation<BytesValue, BytesValue> operation) {
            super(operation);
        }

        @Override
        public BytesValue execute(CallContext call, Transaction tx, BytesValue request, ChangeSet changes) {
            INodeId number = new INodeId(decode(request).number());
            return operation.execute(call, keeping(tx, number), request, changes);
        }

        private static Transaction keeping(Transaction tx, INodeId number) {
            return Intercepted.of(Transaction.class, tx, (method, arguments) -> {
                Object answer = Intercepted.call(tx, method, arguments);
                return answer instanceof INodeTable inodes
                        ? Intercepted.of(
                                INodeTable.class, inodes, (called, with) -> delete(inodes, number, called, with))
                        : answer;
            });
        }

        private static @Nullable Object delete(
                INodeTable inodes, INodeId number, Method called, Object @Nullable [] with) {
            boolean leaves = called.getName().equals("delete")
                    && with != null
                    && !List.of(number).equals(with[0]);
            return leaves ? null : Intercepted.call(inodes, called, with);
        }
    }
}
