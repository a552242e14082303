package io.lambdafs.coherence.walk;

import io.lambdafs.coherence.CoherenceCore;
import io.lambdafs.coherence.CoherenceEffect;
import io.lambdafs.coherence.CoherenceEvent;
import io.lambdafs.coherence.CoherenceRule;
import io.lambdafs.coherence.FillToken;
import io.lambdafs.coherence.Member;
import io.lambdafs.coherence.ProtocolRules;
import io.lambdafs.coherence.RoundId;
import io.lambdafs.fs.FsPath;
import io.lambdafs.store.WriterId;
import io.lambdafs.wire.PartitionFunction;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A NameNode as far as its core needs one: a cache, a session, reads and writes under way. Its steps tell whether they
 * were possible.
 */
final class WalkNode {
    private static final int MOST_AT_ONCE = 3;

    private final PartitionFunction partition;
    private final int deployment;
    private final ProtocolRules rules;
    private final WalkStore store;
    private final WalkCoordinator coordinator;
    private final RandomGenerator random;
    private final CoherenceCore core;
    private final Map<FsPath, Integer> cache = new HashMap<>();
    private final Deque<CoherenceEvent> inbox = new ArrayDeque<>();
    private final Deque<Runnable> outbox = new ArrayDeque<>();
    private final List<Read> reads = new ArrayList<>();
    private final List<WalkWrite> writes = new ArrayList<>();
    private final List<BooleanSupplier> fences = new ArrayList<>();
    private final List<Consumer<Boolean>> commits = new ArrayList<>();
    private @Nullable WriterId name;
    private boolean known;
    private boolean registered;
    private boolean connected = true;
    private boolean surveyDue;
    private long numbers;
    private long rounds;

    WalkNode(
            PartitionFunction partition,
            int deployment,
            ProtocolRules rules,
            WalkStore store,
            WalkCoordinator coordinator,
            RandomGenerator random) {
        this.partition = partition;
        this.deployment = deployment;
        this.rules = rules;
        this.store = store;
        this.coordinator = coordinator;
        this.random = random;
        this.core = new CoherenceCore(partition, rules);
    }

    private static final class Read {
        private final FillToken token;
        private @Nullable Integer value;

        Read(FillToken token) {
            this.token = token;
        }
    }

    boolean chance(int oneIn) {
        return random.nextInt(oneIn) == 0;
    }

    // The session.

    boolean join() {
        if (name != null) {
            return false;
        }
        WriterId taken = store.newName();
        name = taken;
        connected = true;
        Member member = new Member(deployment, taken, "node", 0);
        outbox.add(() -> {
            known = true;
            coordinator.register(member, event -> hear(taken, event));
        });
        return true;
    }

    private void hear(WriterId incarnation, CoherenceEvent event) {
        if (incarnation.equals(name)) {
            inbox.add(event);
        }
    }

    boolean send() {
        Runnable message = connected ? outbox.poll() : null;
        if (message == null) {
            return false;
        }
        message.run();
        return true;
    }

    boolean listen() {
        CoherenceEvent event = connected ? inbox.poll() : null;
        if (event == null) {
            return false;
        }
        if (event instanceof CoherenceEvent.Registered) {
            registered = true;
            surveyDue = true;
        }
        tell(event);
        return true;
    }

    /** The answer of the store, which was asked when the registration was known. */
    boolean survey() {
        if (!surveyDue) {
            return false;
        }
        surveyDue = false;
        tell(new CoherenceEvent.OpenWriters(store.openWriters()));
        return true;
    }

    /** It is frozen or cut off for so long that its lease is over. */
    boolean lapse() {
        boolean was = connected;
        connected = false;
        return was;
    }

    /** Reaches the coordinator again, in time or too late. */
    boolean reconnect() {
        WriterId present = name;
        if (present == null || connected) {
            return false;
        }
        if (known && !coordinator.isRegistered(present)) {
            end();
        } else {
            connected = true;
        }
        return true;
    }

    /** The coordinator ends the session, which is after the lease. */
    boolean expire() {
        WriterId present = name;
        if (present == null || connected || !coordinator.isRegistered(present)) {
            return false;
        }
        coordinator.unregister(present);
        return true;
    }

    /** Leaves, unless a write of it is under way. */
    boolean leave() {
        WriterId present = name;
        if (present == null || !registered || !connected || core.roundsInFlight() > 0) {
            return false;
        }
        end();
        outbox.add(() -> coordinator.unregister(present));
        return true;
    }

    private void end() {
        known = false;
        registered = false;
        surveyDue = false;
        name = null;
        inbox.clear();
        outbox.clear();
        tell(new CoherenceEvent.SessionLost());
    }

    private boolean hasLease() {
        return registered && connected;
    }

    // What the core says.

    void tell(CoherenceEvent event) {
        core.step(event).forEach(this::carryOut);
    }

    private void carryOut(CoherenceEffect effect) {
        if (effect instanceof CoherenceEffect.Invalidate invalidate) {
            cache.keySet().removeIf(invalidate.scope()::covers);
        } else if (effect instanceof CoherenceEffect.ClearCache) {
            cache.clear();
        } else if (effect instanceof CoherenceEffect.Fence fence) {
            fence(fence.member(), () -> {});
        } else if (effect instanceof CoherenceEffect.WriteRefused refused) {
            writes.forEach(write -> write.refuse(refused.write()));
        } else if (effect instanceof CoherenceEffect.LockOnTheWay locks) {
            writes.forEach(write -> write.lockOnTheWay(locks.write()));
        } else if (effect instanceof CoherenceEffect.RoundComplete complete) {
            writes.forEach(write -> write.finish(complete.round(), true));
        } else if (effect instanceof CoherenceEffect.RoundFailed failed) {
            writes.forEach(write -> write.finish(failed.round(), false));
        } else if (name != null) {
            send(effect, name);
        }
    }

    private void send(CoherenceEffect effect, WriterId self) {
        if (effect instanceof CoherenceEffect.Acknowledge acknowledge) {
            outbox.add(() -> coordinator.acknowledge(acknowledge.round(), self));
        } else if (effect instanceof CoherenceEffect.AcknowledgeJoin join) {
            outbox.add(() -> coordinator.acknowledgeJoin(join.joiner(), self));
        } else if (effect instanceof CoherenceEffect.Publish publish) {
            outbox.add(() -> coordinator.publish(publish.round(), publish.scopes()));
        } else if (effect instanceof CoherenceEffect.RemoveInv remove) {
            outbox.add(() -> coordinator.remove(remove.round()));
        } else if (effect instanceof CoherenceEffect.EndInv end
                && end.round().writer().equals(self)) {
            outbox.add(() -> coordinator.remove(end.round()));
        }
    }

    private void fence(WriterId writer, Runnable then) {
        fences.add(() -> {
            if (!store.fence(writer)) {
                return false;
            }
            tell(new CoherenceEvent.MemberFenced(writer));
            then.run();
            return true;
        });
    }

    /** Tries one of the fences that are wanted. */
    boolean tryFence() {
        if (fences.isEmpty()) {
            return false;
        }
        BooleanSupplier fence = fences.remove(random.nextInt(fences.size()));
        boolean done = fence.getAsBoolean();
        if (!done) {
            fences.add(fence);
        }
        return done;
    }

    // Reads.

    boolean beginRead(FsPath path) {
        if (reads.size() == MOST_AT_ONCE || !mayKeep(path) || cache.containsKey(path)) {
            return false;
        }
        reads.add(new Read(core.beginFill(path)));
        return true;
    }

    /** What resolving needs of the directory is kept by everybody. */
    private boolean mayKeep(FsPath path) {
        return path.equals(store.directory()) || partition.ownerOf(path.toString()) == deployment;
    }

    boolean goOnReading() {
        if (reads.isEmpty()) {
            return false;
        }
        Read read = reads.get(random.nextInt(reads.size()));
        Integer value = read.value;
        if (value == null) {
            read.value = store.value(read.token.path());
            return true;
        }
        if (core.mayAdmit(read.token) && serves()) {
            cache.put(read.token.path(), value);
        }
        core.endFill(read.token);
        reads.remove(read);
        return true;
    }

    private boolean serves() {
        return hasLease() || !rules.keeps(CoherenceRule.LEASE_BEFORE_READ);
    }

    /** What it would answer from its cache now is what is committed now. */
    void check() {
        if (serves()) {
            cache.forEach((path, value) -> {
                if (value != store.value(path)) {
                    throw new WalkFailure(name + " has " + path + " as " + value + ", which is " + store.value(path));
                }
            });
        }
    }

    // Writes.

    boolean beginWrite(WalkWrite.Kind kind) {
        WriterId writer = name;
        if (writer == null || writes.size() == MOST_AT_ONCE) {
            return false;
        }
        if (store.begin(writer)) {
            writes.add(new WalkWrite(this, store, ++numbers, writer, kind));
        } else {
            // It finds out that it was fenced.
            end();
            outbox.add(() -> coordinator.unregister(writer));
        }
        return true;
    }

    boolean goOnWriting() {
        if (writes.isEmpty()) {
            return false;
        }
        WalkWrite write = writes.get(random.nextInt(writes.size()));
        boolean went = write.step();
        if (write.isOver()) {
            writes.remove(write);
        }
        return went;
    }

    boolean mayLead(WriterId writer) {
        return (writer.equals(name) && hasLease()) || !rules.keeps(CoherenceRule.LEASE_BEFORE_WRITE);
    }

    RoundId newRound(WriterId writer) {
        return new RoundId(writer, ++rounds);
    }

    /** A commit was sent, and its answer is lost: the store carries it out some time, or never. */
    void doubt(long write, WriterId writer, Consumer<Boolean> commit) {
        commits.add(commit);
        if (!rules.keeps(CoherenceRule.PENDING_WHILE_IN_DOUBT)) {
            tell(new CoherenceEvent.WriteEnds(write));
            return;
        }
        boolean present = writer.equals(name);
        if (present) {
            end();
        }
        tell(new CoherenceEvent.WriteInDoubt(write));
        fence(writer, () -> {
            if (present) {
                coordinator.unregister(writer);
            }
        });
    }

    /** The store comes to a commit in doubt. */
    boolean decide() {
        if (commits.isEmpty()) {
            return false;
        }
        commits.remove(random.nextInt(commits.size())).accept(random.nextBoolean());
        return true;
    }
}
