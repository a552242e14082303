package io.lambdafs.coordinator.zk;

import io.lambdafs.coherence.Coordinator.Listener;
import io.lambdafs.coherence.InvCodec;
import io.lambdafs.coherence.RoundId;
import io.lambdafs.coherence.Scope;
import io.lambdafs.store.WriterId;
import java.nio.charset.CharacterCodingException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.Op;
import org.jspecify.annotations.Nullable;

/**
 * The INVs of the own rounds: published in groups, acknowledged, removed. Not thread-safe.
 *
 * <p>One batch is on its way at a time; what is published meanwhile goes with the next, all of it in one transaction of
 * ZooKeeper's with one znode for each deployment. A member acknowledges a batch as a whole, so rounds share one only
 * with their kind. A subtree round may have to wait for any of the member's writes, so it goes alone. A change of a
 * directory's permission waits for writes that are committing, so it goes with other such changes. Such a change
 * concerns every deployment, so the next are collected until the first acknowledgement of the batch before: they would
 * wait for the same members anyway. A znode goes when the last of its rounds has ended.
 */
final class LedInvs {
    private static final byte[] NOTHING = {};
    private static final int MAX_QUEUED = 10_000;
    private static final int MAX_BATCH_ROUNDS = 64;

    /** The most a batch may hold; a server refuses requests of about twice as much by closing the connection. */
    private static final int MAX_BATCH_BYTES = 512 * 1024;

    private final WriterId self;
    private final ZnodePaths paths;
    private final SessionLink link;
    private final Listener listener;
    private final ArrivalQueue arrivals;
    private final SerialCalls calls;
    private final Leftovers leftovers;
    private final Op stillRegistered;
    private final Runnable unregistered;
    private final Deque<QueuedRound> queue = new ArrayDeque<>();
    private final Deque<QueuedRound> permissions = new ArrayDeque<>();
    private final Map<Long, Batch> byRound = new HashMap<>();
    private final Map<Long, Batch> byNumber = new HashMap<>();
    private final Set<Integer> knownDeployments = new HashSet<>();
    private final Set<String> acks = new HashSet<>();
    private final Set<WriterId> joinAcknowledgers = new HashSet<>();
    private boolean flying;
    private @Nullable Batch latestOfPermissions;
    private boolean permissionsWereLast;
    private long lastBatch;

    /** How it tells what happens. */
    record News(Listener listener, ArrivalQueue arrivals, SerialCalls calls) {}

    /** A round that waits for its batch. */
    private record QueuedRound(RoundId round, Map<Integer, Scope> scopes, int bytes) {
        long number() {
            return round.number();
        }

        boolean isSubtree() {
            return scopes.values().stream().anyMatch(Scope::isSubtree);
        }

        boolean isPermission() {
            return !isSubtree() && scopes.values().stream().anyMatch(Scope::changesResolution);
        }
    }

    /** Rounds that were published together. */
    private static final class Batch {
        private final long number;
        private final Map<Long, QueuedRound> open = new LinkedHashMap<>();
        private final Map<Integer, InvNode> nodes = new HashMap<>();
        private boolean published;

        Batch(long number) {
            this.number = number;
        }

        /** Whether somebody has acknowledged it, or all of it has ended. */
        boolean isAnswered() {
            return published && (nodes.isEmpty() || nodes.values().stream().anyMatch(node -> !node.acks.isEmpty()));
        }
    }

    /** The znode of a batch to one deployment, and the acknowledgements of it. */
    private static final class InvNode {
        private final String path;
        private final Map<Long, Scope> scopes;
        private final List<String> acks = new ArrayList<>();

        InvNode(String path, Map<Long, Scope> scopes) {
            this.path = path;
            this.scopes = scopes;
        }
    }

    /**
     * None yet.
     *
     * @param stillRegistered fails if the own registration is gone; without it nothing is published
     * @param unregistered runs when it is
     */
    LedInvs(WriterId self, MemberLocation place, News news, Op stillRegistered, Runnable unregistered) {
        this.self = self;
        this.paths = place.paths();
        this.link = place.link();
        this.listener = news.listener();
        this.arrivals = news.arrivals();
        this.calls = news.calls();
        this.leftovers = new Leftovers(link);
        this.stillRegistered = stillRegistered;
        this.unregistered = unregistered;
    }

    void publish(RoundId round, Map<Integer, Scope> scopes) {
        int bytes;
        try {
            bytes = size(scopes);
        } catch (CharacterCodingException e) {
            fail(round, "a path has no UTF-8");
            return;
        }
        if (bytes > MAX_BATCH_BYTES) {
            fail(round, "the INV takes " + bytes + " bytes, more than " + MAX_BATCH_BYTES);
        } else if (queue.size() + permissions.size() >= MAX_QUEUED) {
            fail(round, "more than " + MAX_QUEUED + " rounds wait to be published");
        } else {
            QueuedRound queued = new QueuedRound(round, scopes, bytes);
            (queued.isPermission() ? permissions : queue).add(queued);
            sendNext();
        }
    }

    private static int size(Map<Integer, Scope> scopes) throws CharacterCodingException {
        int bytes = 0;
        for (Scope scope : scopes.values()) {
            bytes += InvCodec.encode(Map.of(Long.MAX_VALUE, scope)).length;
        }
        return bytes;
    }

    private void fail(RoundId round, String reason) {
        arrivals.answer(() -> calls.put(() -> listener.publishFailed(round, reason)));
    }

    private void sendNext() {
        if (flying) {
            return;
        }
        permissionsWereLast = isTurnOfPermissions();
        Deque<QueuedRound> next = permissionsWereLast ? permissions : queue;
        if (!next.isEmpty()) {
            flying = true;
            send(nextBatch(next));
        }
    }

    private boolean isTurnOfPermissions() {
        Batch latest = latestOfPermissions;
        boolean ready = !permissions.isEmpty() && (latest == null || latest.isAnswered());
        return ready && (queue.isEmpty() || !permissionsWereLast);
    }

    private static List<QueuedRound> nextBatch(Deque<QueuedRound> queue) {
        List<QueuedRound> rounds = new ArrayList<>(List.of(queue.remove()));
        int bytes = rounds.get(0).bytes();
        QueuedRound next = queue.peek();
        while (!rounds.get(0).isSubtree()
                && next != null
                && !next.isSubtree()
                && bytes + next.bytes() <= MAX_BATCH_BYTES
                && rounds.size() < MAX_BATCH_ROUNDS) {
            rounds.add(queue.remove());
            bytes += next.bytes();
            next = queue.peek();
        }
        return rounds;
    }

    private void send(List<QueuedRound> rounds) {
        Batch batch = new Batch(++lastBatch);
        byNumber.put(batch.number, batch);
        latestOfPermissions = permissionsWereLast ? batch : latestOfPermissions;
        Map<Integer, Map<Long, Scope>> byDeployment = new HashMap<>();
        for (QueuedRound round : rounds) {
            batch.open.put(round.number(), round);
            byRound.put(round.number(), batch);
            round.scopes()
                    .forEach((deployment, scope) -> byDeployment
                            .computeIfAbsent(deployment, unused -> new LinkedHashMap<>())
                            .put(round.number(), scope));
        }
        List<Op> operations = new ArrayList<>(List.of(stillRegistered));
        byDeployment.forEach((deployment, scopes) -> operations.add(creation(batch, deployment, scopes)));
        link.multi(operations, code -> answered(batch, rounds, code));
    }

    private Op creation(Batch batch, int deployment, Map<Long, Scope> scopes) {
        if (knownDeployments.add(deployment)) {
            link.create(paths.invs(deployment), NOTHING, code -> {});
        }
        byte[] content;
        try {
            content = InvCodec.encode(scopes);
        } catch (CharacterCodingException e) {
            throw new IllegalStateException("a scope that could be encoded cannot be any more", e);
        }
        String path = paths.invs(deployment) + '/' + InvName.of(self, batch.number, content);
        batch.nodes.put(deployment, new InvNode(path, scopes));
        byte[] apart = content.length <= InvName.MAX_IN_NAME ? NOTHING : content;
        return link.creation(path, apart, CreateMode.PERSISTENT);
    }

    private void answered(Batch batch, List<QueuedRound> rounds, Code code) {
        flying = false;
        switch (code) {
            // Names are used once: those that exist were made by an attempt whose answer was lost.
            case OK, NODEEXISTS -> published(batch, rounds);
            case NONODE -> unregistered.run();
            default -> failed(batch, rounds, code);
        }
        sendNext();
    }

    private void published(Batch batch, List<QueuedRound> rounds) {
        batch.published = true;
        for (QueuedRound round : rounds) {
            if (batch.open.containsKey(round.number())) {
                arrivals.answer(() -> calls.put(() -> listener.published(round.round())));
            }
        }
        removeWhatIsOver(batch);
    }

    private void failed(Batch batch, List<QueuedRound> rounds, Code code) {
        byNumber.remove(batch.number);
        latestOfPermissions = latestOfPermissions == batch ? null : latestOfPermissions;
        for (QueuedRound round : rounds) {
            byRound.remove(round.number());
            if (batch.open.containsKey(round.number())) {
                fail(round.round(), "ZooKeeper answered " + code);
            }
        }
    }

    void end(RoundId round) {
        queue.removeIf(queued -> queued.round().equals(round));
        permissions.removeIf(queued -> queued.round().equals(round));
        Batch batch = byRound.remove(round.number());
        if (batch != null) {
            batch.open.remove(round.number());
            removeWhatIsOver(batch);
            sendNext();
        }
    }

    /** Removes the znodes all of whose rounds have ended. */
    private void removeWhatIsOver(Batch batch) {
        if (!batch.published) {
            return;
        }
        List<String> over = new ArrayList<>();
        batch.nodes.values().removeIf(node -> {
            if (node.scopes.keySet().stream().anyMatch(batch.open::containsKey)) {
                return false;
            }
            over.add(node.path);
            over.addAll(node.acks);
            return true;
        });
        if (batch.open.isEmpty()) {
            byNumber.remove(batch.number);
        }
        leftovers.remove(over);
    }

    /** An acknowledgement came; told once. */
    void acknowledged(String name) {
        AckName ack = AckName.parse(name).orElse(null);
        if (ack == null || !acks.add(name)) {
            return;
        }
        String path = paths.acks(self) + '/' + name;
        if (ack.batch() == AckName.JOIN) {
            joinAcknowledged(ack.by());
            leftovers.remove(List.of(path));
            return;
        }
        Batch batch = byNumber.get(ack.batch());
        InvNode node = batch == null ? null : batch.nodes.get(ack.deployment());
        if (batch == null || node == null) {
            leftovers.remove(List.of(path));
            return;
        }
        node.acks.add(path);
        sendNext();
        node.scopes.keySet().stream()
                .map(batch.open::get)
                .filter(Objects::nonNull)
                .forEach(round -> calls.put(() -> listener.acknowledged(round.round(), ack.by())));
    }

    private void joinAcknowledged(WriterId by) {
        // A request that was sent again makes a znode again that has been removed.
        if (joinAcknowledgers.add(by)) {
            calls.put(() -> listener.joinAcknowledged(by));
        }
    }

    void acknowledgementGone(String name) {
        acks.remove(name);
    }

    /** Forgets the acknowledgements that are not in the list. */
    void acknowledgementsAre(Set<String> names) {
        acks.retainAll(names);
    }

    /** Publishes no more, and removes the acknowledgements; what is published stays, for its writes may yet commit. */
    void leave() {
        queue.clear();
        permissions.clear();
        acks.forEach(name -> link.delete(paths.acks(self) + '/' + name, code -> {}));
    }
}
