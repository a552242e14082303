package io.lambdafs.namenode.sim;

import io.lambdafs.fs.INodeId;
import io.lambdafs.namenode.quota.QuotaCheck;
import io.lambdafs.namenode.sim.decoupling.SubtreeLedger;
import io.lambdafs.namenode.sim.store.SharedSimStore;
import io.lambdafs.testkit.sim.CommitListener;
import io.lambdafs.testkit.sim.SimFailure;
import io.lambdafs.testkit.sim.SimProcess;
import io.lambdafs.testkit.store.InMemoryDatabase;
import io.lambdafs.wire.Caller;
import io.lambdafs.wire.ErrorCode;
import io.lambdafs.wire.RequestEnvelope;
import io.lambdafs.wire.RequestId;
import io.lambdafs.wire.ResponseEnvelope;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Every state that the namespace was in, and the judgement on every answer that clients got about it.
 *
 * <p>The judgement is exact: one activity runs at a time, so the order of commits is known. The outcome of a request
 * must be the one that it has when a {@link Reference} carries it out alone, in the state before its commit. A request
 * without a commit must have the outcome that it has in some state between its first sending and its answer. Commits of
 * no request must change nothing that clients see.
 */
final class NamespaceHistory implements CommitListener {
    private static final Set<String> POLICIES = Set.of("setStoragePolicy", "unsetStoragePolicy");
    private static final Set<ErrorCode> QUOTAS = Set.of(ErrorCode.NAMES_QUOTA_EXCEEDED, ErrorCode.SPACE_QUOTA_EXCEEDED);

    private final SharedSimStore database;
    private final Reference reference;
    private final boolean readsAreExact;
    private final List<Version> versions = new ArrayList<>();
    private final Map<RequestId, Request> requests = new HashMap<>();
    private final ShownSnapshots snapshots = new ShownSnapshots();
    private final SubtreeLedger subtrees = new SubtreeLedger();
    private int judged;
    private int overQuota;
    private int policies;
    private int readInSnapshots;

    /**
     * A history that begins with the present state.
     *
     * @param readsAreExact whether an answer for which several rows are read must be of one state
     */
    NamespaceHistory(SharedSimStore database, Reference reference, boolean readsAreExact) {
        this.database = database;
        this.readsAreExact = readsAreExact;
        this.reference = reference;
        versions.add(present());
    }

    /** DataNodes have reported something, which no request did. */
    void reported() {
        versions.add(present());
    }

    private Version present() {
        InMemoryDatabase state = database.snapshot();
        Map<INodeId, QuotaCheck.Count> before = versions.isEmpty() ? Map.of() : latest().quotas;
        return new Version(state, NamespaceTree.of(state), QuotaCheck.counted(state, before));
    }

    private Version latest() {
        return versions.get(versions.size() - 1);
    }

    /** A client sends a request for the first time. */
    Request sent(SimCall call, RequestEnvelope envelope) {
        Request request = new Request(call, envelope, versions.size() - 1);
        requests.put(envelope.id(), request);
        return request;
    }

    int judged() {
        return judged;
    }

    int commits() {
        return versions.size() - 1;
    }

    @Override
    public void committed(SimProcess process, Optional<RequestId> id) {
        Version before = latest();
        Version after = present();
        versions.add(after);
        QuotaCheck.requireKept(before.quotas, after.quotas);
        Request request = id.map(requests::get).orElse(null);
        subtrees.committed(
                request == null ? "" : request.call.method(),
                request != null && ClearUp.isBy(request.envelope),
                after.state);
        if (request == null) {
            requireAlike("a commit of " + process + " for no request", after.tree, before.tree);
        } else {
            judgeCommit(request, before, after);
            if (!after.tree.equals(before.tree)) {
                snapshots.changed(request.call, after.state, after.tree, versions.size() - 1);
                policies += POLICIES.contains(request.call.method()) ? 1 : 0;
            }
        }
        snapshots.requireShownIn(after.state);
    }

    /** What became of decoupled subtrees. */
    SubtreeLedger subtrees() {
        return subtrees;
    }

    /**
     * What was seen of snapshots, quotas and storage policies.
     *
     * @param snapshots how many were taken
     * @param deleted how many of them were deleted again
     * @param renamed how often one got another name
     * @param overQuota writes that a quota refused
     * @param policies changes of storage policies
     * @param readInSnapshots attributes that were read in snapshots
     */
    record Figures(int snapshots, int deleted, int renamed, int overQuota, int policies, int readInSnapshots) {
        static final Figures NONE = new Figures(0, 0, 0, 0, 0, 0);

        Figures plus(Figures more) {
            return new Figures(
                    snapshots + more.snapshots,
                    deleted + more.deleted,
                    renamed + more.renamed,
                    overQuota + more.overQuota,
                    policies + more.policies,
                    readInSnapshots + more.readInSnapshots);
        }
    }

    Figures figures() {
        return new Figures(
                snapshots.count(), snapshots.deleted(), snapshots.renamed(), overQuota, policies, readInSnapshots);
    }

    /**
     * Looks whether what is kept of snapshots is still what they are to show.
     *
     * @throws SimFailure if one shows something else
     */
    void requireSnapshotsShown() {
        snapshots.requireShownIn(database.snapshot());
    }

    private void judgeCommit(Request request, Version before, Version after) {
        if (request.committed) {
            throw new SimFailure("executed twice: " + request);
        }
        if (request.refused) {
            throw new SimFailure("executed after it was refused: " + request);
        }
        request.committed = true;
        if (after.tree.equals(before.tree)) {
            request.outcomes = outcomesWithoutEffect(request);
            return;
        }
        InMemoryDatabase state = before.state.snapshot();
        ResponseEnvelope expected = reference.answer(state, request.envelope);
        NamespaceTree wanted = NamespaceTree.of(state);
        if (!expected.succeeded() || !wanted.equals(after.tree)) {
            throw new SimFailure("committed what it must not: " + request + "\n  alone it is answered "
                    + text(request, expected) + "\n  and differs: " + after.tree.difference(wanted));
        }
        request.outcomes = Set.of(text(request, expected));
    }

    /**
     * A request that was found to need no change may have been found so somewhat earlier. The refusal of a request that
     * was sent more than once is recorded, too. And a client that writes a file while it is deleted with a directory
     * above it may have changed the file before: nobody can tell, because nobody sees it. For renames, see
     * {@link #textOfRefusal}.
     */
    private Set<String> outcomesWithoutEffect(Request request) {
        Set<String> outcomes = new TreeSet<>();
        Set<String> effects = new TreeSet<>();
        for (int i = versions.size() - 2; i >= request.since; i--) {
            InMemoryDatabase state = versions.get(i).state.snapshot();
            ResponseEnvelope answer = reference.answer(state, request.envelope);
            NamespaceTree wanted = NamespaceTree.of(state);
            boolean unseen = request.call.isOfWriter() || wanted.equals(versions.get(i).tree);
            if (answer.succeeded() && unseen) {
                outcomes.add(text(request, answer));
            } else if (!answer.succeeded() && request.call.isRename()) {
                outcomes.add(Answers.FALSE);
                request.refusalRecorded |= request.submissions > 1;
            } else if (!answer.succeeded() && request.submissions > 1) {
                request.refusalRecorded = true;
            } else {
                effects.add(text(request, answer) + " " + wanted.difference(versions.get(i).tree));
            }
        }
        if (outcomes.isEmpty() && !request.refusalRecorded) {
            throw new SimFailure("committed without an effect that it should have: " + request + ": " + effects);
        }
        return outcomes;
    }

    /** A client takes this answer. Returns whether it is final. */
    boolean answered(Request request, ResponseEnvelope answer) {
        ErrorCode error = answer.error();
        if (error != null && error.kind() == ErrorCode.Kind.INTERNAL) {
            throw new SimFailure("an internal error: " + request + ": " + answer.message());
        }
        if (error != null && error.kind() != ErrorCode.Kind.USER) {
            return error == ErrorCode.DEADLINE_EXCEEDED;
        }
        judged++;
        if (request.call.isRead()) {
            judgeRead(request, answer);
        } else if (error == null) {
            judgeSuccess(request, answer);
        } else {
            overQuota += QUOTAS.contains(error) ? 1 : 0;
            judgeRefusal(request, answer);
        }
        return true;
    }

    private void judgeRead(Request request, ResponseEnvelope answer) {
        String given = textOfRead(request, answer);
        StringBuilder expected = new StringBuilder();
        for (int i = versions.size() - 1; i >= request.since; i--) {
            String wanted = textOfRead(request, reference.answer(versions.get(i).state, request.envelope));
            if (wanted.equals(given)) {
                requireAsTaken(request, answer, i);
                return;
            }
            expected.append("\n  state ").append(i).append(": ").append(wanted);
        }
        throw new SimFailure("a stale read: " + request + since(request, given) + "\n  was answered: " + given
                + "\n  but should be:" + expected);
    }

    /** What a snapshot shows of the attributes of an inode is what the same call without the snapshot was answered when it was taken. */
    private void requireAsTaken(Request request, ResponseEnvelope answer, int version) {
        String method = request.call.method();
        boolean attributes = method.equals("getXAttrs") || method.equals("getAclStatus");
        if (!attributes || !answer.succeeded()) {
            return;
        }
        snapshots.taken(request.call.path(), version).ifPresent(taken -> {
            String path = ShownSnapshots.formerPath(request.call.path());
            SimCall then = method.equals("getXAttrs") ? SimCall.getXAttrs(path) : SimCall.getAcl(path);
            ResponseEnvelope wanted = reference.answer(taken, asSuperuser(request.envelope, then));
            if (wanted.error() == ErrorCode.SUBTREE_BUSY) {
                // Somebody held it then, and nobody else could read it.
                return;
            }
            if (!text(request, answer).equals(text(request, wanted))) {
                throw new SimFailure("a snapshot does not show what was there: " + request + "\n  was answered: "
                        + text(request, answer) + "\n  and when it was taken: " + text(request, wanted));
            }
            readInSnapshots++;
        });
    }

    /* The rights to reach it may have changed since. */
    private static RequestEnvelope asSuperuser(RequestEnvelope request, SimCall call) {
        Caller superuser =
                new Caller(Operations.SUPERUSER, List.of(), request.caller().host());
        return new RequestEnvelope(
                request.id(),
                superuser,
                request.life(),
                call.method(),
                call.message().toByteArray());
    }

    private String textOfRead(Request request, ResponseEnvelope answer) {
        boolean oneLook = request.call.method().equals("getFileInfo");
        return !oneLook && !readsAreExact && answer.succeeded() ? "something" : text(request, answer);
    }

    private String since(Request request, String given) {
        for (int i = Math.min(request.since, versions.size()) - 1; i >= 0; i--) {
            if (textOfRead(request, reference.answer(versions.get(i).state, request.envelope))
                    .equals(given)) {
                return ": right in state " + i + ", sent in state " + request.since;
            }
        }
        return ": never right";
    }

    /**
     * A request that found nothing to change got that answer in a state in which it changes nothing; nor may it change
     * anything later.
     */
    private void judgeUnchanged(Request request, String given) {
        request.refused = true;
        for (int i = versions.size() - 1; i >= request.since; i--) {
            InMemoryDatabase state = versions.get(i).state.snapshot();
            ResponseEnvelope answer = reference.answer(state, request.envelope);
            boolean unchanged = NamespaceTree.of(state).equals(versions.get(i).tree);
            if (unchanged && answer.succeeded() && text(request, answer).equals(given)) {
                return;
            }
        }
        throw new SimFailure("answered without being carried out, though it changes something: " + request);
    }

    private void judgeSuccess(Request request, ResponseEnvelope answer) {
        String given = text(request, answer);
        if (!answer.isSettled() && !request.committed) {
            judgeUnchanged(request, given);
            return;
        }
        if (!request.outcomes.contains(given)) {
            throw new SimFailure(
                    "acknowledged " + given + " of what was committed as " + request.outcomes + ": " + request);
        }
    }

    private void judgeRefusal(Request request, ResponseEnvelope answer) {
        if (request.committed && !request.refusalRecorded) {
            throw new SimFailure("refused what it had executed: " + request);
        }
        request.refused = true;
        String given = textOfRefusal(request, answer);
        StringBuilder expected = new StringBuilder();
        for (int i = versions.size() - 1; i >= request.since; i--) {
            String wanted = textOfRefusal(
                    request, reference.answer(versions.get(i).state.snapshot(), request.envelope));
            if (wanted.equals(given)) {
                return;
            }
            expected.append("\n  state ").append(i).append(": ").append(wanted);
        }
        throw new SimFailure("refused without a reason: " + request + "\n  was answered: " + given + " "
                + answer.message() + "\n  but should be:" + expected);
    }

    /** A rename finds its two paths one after the other, so it may be refused for a reason between two states. */
    private static String textOfRefusal(Request request, ResponseEnvelope answer) {
        String text = text(request, answer);
        boolean succeeded = answer.succeeded() && !text.equals(Answers.FALSE);
        return request.call.isRename() && !succeeded ? "refused" : text;
    }

    private static String text(Request request, ResponseEnvelope answer) {
        return Answers.canonical(request.call.method(), answer);
    }

    /** What a request that is answered right now, at once and without effect, may be told. */
    void requirePresent(SimCall call, RequestEnvelope envelope, ResponseEnvelope answer, String who) {
        String given = Answers.canonical(call.method(), answer);
        String wanted = Answers.canonical(call.method(), reference.answer(latest().state, envelope));
        if (!given.equals(wanted)) {
            throw new SimFailure("the cache of " + who + " has a stale entry: " + call + "\n  holds " + given
                    + "\n  and should be " + wanted);
        }
    }

    private static void requireAlike(String what, NamespaceTree actual, NamespaceTree expected) {
        if (!actual.equals(expected)) {
            throw new SimFailure(what + " changed what clients see: " + actual.difference(expected));
        }
    }

    /** A state, and what clients see of it. */
    private record Version(InMemoryDatabase state, NamespaceTree tree, Map<INodeId, QuotaCheck.Count> quotas) {}

    /** What is known of a request. */
    static final class Request {
        private final SimCall call;
        private final RequestEnvelope envelope;
        private final int since;
        private Set<String> outcomes = Set.of();
        private boolean committed;
        private boolean refusalRecorded;
        private boolean refused;
        private int submissions;

        private Request(SimCall call, RequestEnvelope envelope, int since) {
            this.call = call;
            this.envelope = envelope;
            this.since = since;
        }

        RequestEnvelope envelope() {
            return envelope;
        }

        /** Counts that it is sent. */
        void submitted() {
            submissions++;
        }

        @Override
        public String toString() {
            return call + " of " + envelope.caller().user() + " (request " + name(envelope.id()) + ", submitted "
                    + submissions + " times)";
        }

        private static String name(RequestId id) {
            return id.client().getLeastSignificantBits() + "/" + id.sequence();
        }
    }
}
