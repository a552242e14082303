package io.lambdafs.namenode.subtree;

import static java.util.Objects.requireNonNull;

import io.lambdafs.fs.INodeId;
import io.lambdafs.namenode.RequestHandler;
import io.lambdafs.namenode.membership.Background;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.TransactionRunner;
import io.lambdafs.subtree.Decoupling;
import io.lambdafs.subtree.Decouplings;
import io.lambdafs.wire.Caller;
import io.lambdafs.wire.MalformedEnvelopeException;
import io.lambdafs.wire.RequestEnvelope;
import io.lambdafs.wire.RequestId;
import io.lambdafs.wire.RequestLife;
import io.lambdafs.wire.ResponseEnvelope;
import io.lambdafs.wire.decoupling.DecouplingMethods;
import io.lambdafs.wire.decoupling.DecouplingRequest;
import io.lambdafs.wire.decoupling.DiscardOutcome;
import io.lambdafs.wire.decoupling.MergeOutcome;
import io.lambdafs.wire.decoupling.MergePlan;
import io.lambdafs.wire.decoupling.MergeRequest;
import io.lambdafs.wire.subtree.DurabilityLevel;
import io.lambdafs.wire.subtree.SubtreePolicy;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.thirdparty.protobuf.ByteString;
import org.apache.hadoop.thirdparty.protobuf.BytesValue;
import org.apache.hadoop.thirdparty.protobuf.InvalidProtocolBufferException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Clears up decoupled subtrees whose clients have not been heard of for the time of their leases. It sends its requests
 * to its own NameNode in the name of the holder, so that it may do no more than the holder, and caches are invalidated.
 *
 * <p>A merge that has begun is finished, and so is a discard, whatever the lease is. A journal that is durable in the
 * store is merged, or discarded if the policy says so. A subtree of which nothing was promised to last is discarded. A
 * subtree whose journal is durable on a client's disk waits for that machine, unless the policy says that it is
 * discarded.
 *
 * <p>A client may renew its lease at any moment, also after its subtree was looked at. So what begins to end a subtree says when the lease
 * was seen to end, and is refused if it ends later by then.
 *
 * <p>Every NameNode does this. Two that do it at once do the same work twice, and no harm: each step may be made again by anybody.
 */
public final class EndedSubtrees implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(EndedSubtrees.class);

    private final TransactionRunner transactions;
    private final RequestHandler nameNode;
    private final Background background;
    private final Duration betweenLooks;
    private final UUID client;
    private final AtomicLong sequence = new AtomicLong();
    private final AtomicBoolean started = new AtomicBoolean();
    private volatile boolean closed;

    /** What is done about a subtree whose lease has ended. */
    enum Action {
        /** Its merge has begun, or its journal is in the store. */
        MERGE,
        DISCARD,
        /** Its journal is on its client's machine alone. */
        WAIT
    }

    /**
     * Clears up once {@link #start} was called.
     *
     * @param client names this incarnation in the requests that it makes; never used before
     */
    public EndedSubtrees(
            TransactionRunner transactions,
            RequestHandler nameNode,
            Background background,
            Duration betweenLooks,
            UUID client) {
        this.transactions = requireNonNull(transactions, "transactions");
        this.nameNode = requireNonNull(nameNode, "nameNode");
        this.background = requireNonNull(background, "background");
        this.betweenLooks = requireNonNull(betweenLooks, "betweenLooks");
        this.client = requireNonNull(client, "client");
    }

    /** Begins to look now and then, once. Returns at once. */
    public void start() {
        if (started.compareAndSet(false, true)) {
            background.after(betweenLooks, this::lookAndGoOn);
        }
    }

    /** Stops; a merge that is under way ends with its present step. */
    @Override
    public void close() {
        closed = true;
    }

    private void lookAndGoOn() {
        if (closed) {
            return;
        }
        try {
            look();
        } catch (StoreException unreachable) {
            // Nobody waits for it: the next look does what this one did not.
        } finally {
            background.after(betweenLooks, this::lookAndGoOn);
        }
    }

    /**
     * Clears up what there is now. A subtree that cannot be cleared up is passed over until the next look.
     *
     * @throws StoreException if the store does not answer
     */
    void look() {
        for (INodeId number : transactions.read(tx -> Decouplings.in(tx).numbers())) {
            if (closed) {
                return;
            }
            try {
                look(number);
            } catch (RuntimeException e) {
                if (e instanceof StoreException failed && failed.kind().retriable()) {
                    throw e;
                }
                LOG.warn("the decoupled subtree {} cannot be cleared up, the others are", number, e);
            }
        }
    }

    /* To clear up those before it may have taken long, so each is read when its turn comes. */
    private void look(INodeId number) {
        Optional<Now> now = transactions.read(
                tx -> Decouplings.in(tx).get(number).map(decoupling -> new Now(tx.nowMillis(), decoupling)));
        now.filter(seen -> seen.decoupling().discard().begun()
                        || seen.decoupling().term().isOver(seen.millis()))
                .ifPresent(seen -> end(seen.decoupling(), seen.millis()));
    }

    private record Now(long millis, Decoupling decoupling) {}

    static Action action(Decoupling decoupling) {
        if (decoupling.discard().begun()) {
            return Action.DISCARD;
        }
        if (decoupling.merge().hasBegun()) {
            return Action.MERGE;
        }
        SubtreePolicy policy = SubtreePolicy.ofText(decoupling.policy());
        if (!policy.recoversOnLeaseEnd()) {
            return Action.DISCARD;
        }
        if (!decoupling.persisted().isNone()) {
            return Action.MERGE;
        }
        boolean promised = policy.isDecoupled() && policy.durabilityLevel() != DurabilityLevel.NONE;
        return promised ? Action.WAIT : Action.DISCARD;
    }

    private void end(Decoupling decoupling, long nowMillis) {
        Requests requests = new Requests(decoupling, nowMillis);
        switch (action(decoupling)) {
            case MERGE -> requests.merge();
            case DISCARD -> requests.discard();
            case WAIT -> {}
        }
    }

    /** What is asked in the name of one subtree's holder. Each method ends early when something is refused. */
    private final class Requests {
        private final Decoupling decoupling;
        private final RequestLife life;

        Requests(Decoupling decoupling, long nowMillis) {
            this.decoupling = decoupling;
            this.life = RequestLife.of(nowMillis, RequestLife.LONGEST_PATIENCE_MILLIS);
        }

        private long number() {
            return decoupling.number().value();
        }

        private long leaseEnd() {
            return decoupling.term().expiresMillis();
        }

        void discard() {
            byte[] request = new DecouplingRequest("/", number(), leaseEnd()).encode();
            try {
                boolean finished = false;
                while (!finished && !closed) {
                    Optional<byte[]> outcome = ask(DecouplingMethods.DISCARD, request);
                    if (outcome.isEmpty()) {
                        return;
                    }
                    finished = DiscardOutcome.decode(outcome.get()).finished();
                }
                LOG.info("discarded {}, which nobody holds any more", decoupling);
            } catch (MalformedEnvelopeException e) {
                throw new IllegalStateException("this NameNode's own answer is malformed", e);
            }
        }

        void merge() {
            try {
                Optional<byte[]> plan = ask(
                        DecouplingMethods.BEGIN_MERGE,
                        MergeRequest.ofEndedLease("/", number(), leaseEnd()).encode());
                if (plan.isPresent() && insert(MergePlan.decode(plan.get()).slices()) && attach()) {
                    LOG.info("merged {}: its lease had ended", decoupling);
                }
            } catch (MalformedEnvelopeException e) {
                throw new IllegalStateException("this NameNode's own answer is malformed", e);
            }
        }

        private boolean insert(int slices) {
            for (int slice = 0; slice < slices; slice++) {
                byte[] request = new DecouplingRequest("/", number(), slice).encode();
                if (closed || ask(DecouplingMethods.APPLY_SLICE, request).isEmpty()) {
                    return false;
                }
            }
            return true;
        }

        private boolean attach() throws MalformedEnvelopeException {
            while (!closed) {
                Optional<byte[]> outcome =
                        ask(DecouplingMethods.ATTACH, new DecouplingRequest("/", number(), 0).encode());
                if (outcome.isEmpty() || MergeOutcome.decode(outcome.get()).finished()) {
                    return outcome.isPresent();
                }
            }
            return false;
        }

        private Optional<byte[]> ask(String method, byte[] message) {
            Decoupling.Holder holder = decoupling.holder();
            RequestEnvelope request = new RequestEnvelope(
                    new RequestId(client, sequence.incrementAndGet()),
                    new Caller(holder.user(), holder.groups(), holder.host()).holding(number()),
                    life,
                    method,
                    BytesValue.of(ByteString.copyFrom(message)).toByteArray());
            ResponseEnvelope response = nameNode.handle(request);
            if (!response.succeeded()) {
                LOG.warn("{} whose lease has ended is left for later: {}", decoupling, response.message());
                return Optional.empty();
            }
            try {
                return Optional.of(
                        BytesValue.parseFrom(response.payload()).getValue().toByteArray());
            } catch (InvalidProtocolBufferException e) {
                throw new IllegalStateException("this NameNode's own answer is malformed", e);
            }
        }
    }
}
