package io.lambdafs.namenode.coherence;

import static java.util.Objects.requireNonNull;

import io.lambdafs.coherence.CoherenceEffect.Reason;
import io.lambdafs.coherence.CoherenceRule;
import io.lambdafs.coherence.ProtocolRules;
import io.lambdafs.fs.FsException;
import io.lambdafs.fs.FsPath;
import io.lambdafs.namenode.WriteGate;
import io.lambdafs.namenode.foresight.ForeseenLocks;
import io.lambdafs.namenode.foresight.KnownAncestors;
import io.lambdafs.namenode.foresight.LockHints;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.WriteHint;
import io.lambdafs.store.WriterId;
import io.lambdafs.wire.ErrorCode;

/** Lets writes pass by the rules of the protocol. */
public final class CoherentGate implements WriteGate {
    private final CoherentNode node;
    private final Incarnations incarnations;
    private final KnownAncestors known;
    private final ForeseenLocks foreseen;
    private final CoherenceTimes times;
    private final ProtocolRules rules;

    /**
     * A gate.
     *
     * @param incarnations is told of a writer one of whose commits is in doubt, so that the next write has another
     * @param known what the cache that the node takes care of has of the directories above a path
     * @param foreseen tells which rows a write will lock
     */
    public CoherentGate(
            CoherentNode node,
            Incarnations incarnations,
            KnownAncestors known,
            ForeseenLocks foreseen,
            CoherenceTimes times,
            ProtocolRules rules) {
        this.node = requireNonNull(node, "node");
        this.incarnations = requireNonNull(incarnations, "incarnations");
        this.known = requireNonNull(known, "known");
        this.foreseen = requireNonNull(foreseen, "foreseen");
        this.times = requireNonNull(times, "times");
        this.rules = rules;
    }

    @Override
    public void awaitReady() {
        if (!node.awaitAdmission(times.admission())) {
            throw refusal(Reason.NOT_JOINED);
        }
    }

    @Override
    public Pass begin(WriterId writer) {
        CoherentNode.WriteAttempt admission = node.beginWrite(writer);
        WritePass pass = new WritePass(this, writer, admission.write());
        admission.refusal().ifPresent(reason -> {
            throw refusal(reason);
        });
        return pass;
    }

    @Override
    public WriteHint hint(FsPath subject, LockHints foresight) {
        return foreseen.hint(subject, foresight);
    }

    @Override
    public boolean isNeeded() {
        return true;
    }

    KnownAncestors known() {
        return known;
    }

    CoherentNode node() {
        return node;
    }

    CoherenceTimes times() {
        return times;
    }

    boolean waitsInDoubt() {
        return rules.keeps(CoherenceRule.PENDING_WHILE_IN_DOUBT);
    }

    /** Nobody knows whether the writer's commit took effect. */
    void doubt(WriterId writer, long write) {
        if (!waitsInDoubt()) {
            node.endWrite(write);
            return;
        }
        node.doubtWrite(write, writer, incarnations.doubted(writer));
    }

    /** How a client, or the transaction runner, is told to try again. */
    static RuntimeException refusal(Reason reason) {
        return switch (reason) {
            case SUBTREE_PENDING, CROSSED, YIELDED, GIVEN_UP ->
                new StoreException(StoreException.Kind.CONFLICT, "not now: " + text(reason));
            case NO_LEASE, NOT_JOINED, SESSION_LOST ->
                new FsException(ErrorCode.NAMENODE_FENCED, "this NameNode cannot write now: " + text(reason));
        };
    }

    private static String text(Reason reason) {
        return switch (reason) {
            case NO_LEASE -> "it cannot prove that its session with the coordinator lives";
            case NOT_JOINED -> "not every other NameNode has acknowledged it yet";
            case SUBTREE_PENDING -> "a directory on the path is being moved or removed";
            case CROSSED -> "the permission of a directory on the path is being changed";
            case YIELDED -> "another change of directories goes first";
            case GIVEN_UP -> "other NameNodes did not acknowledge the change in time";
            case SESSION_LOST -> "its session with the coordinator was lost";
        };
    }
}
