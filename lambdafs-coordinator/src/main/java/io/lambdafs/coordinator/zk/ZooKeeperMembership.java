package io.lambdafs.coordinator.zk;

import io.lambdafs.coherence.Coordinator.Listener;
import io.lambdafs.coherence.CoordinatorException;
import io.lambdafs.coherence.Inv;
import io.lambdafs.coherence.MalformedInvException;
import io.lambdafs.coherence.Member;
import io.lambdafs.coherence.RoundId;
import io.lambdafs.coherence.Scope;
import io.lambdafs.store.WriterId;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.Op;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A member in one ZooKeeper session: its registration, and what it hears of members, INVs and acknowledgements. Not
 * thread-safe.
 *
 * <p><b>Why a join misses nothing.</b> The requests go over one connection and are carried out in their order: watches
 * on members, INVs and acknowledgements first, then the registration, then the lists. ZooKeeper orders all writes; the
 * registration is one of them, and the server that answers it has carried out every write before it. So the lists,
 * which the same server makes afterwards, hold every member that registered before this one and every INV that was
 * published before. What is newer arrives as an event, because the watches are older than the lists. A server sends the
 * event of a write before the answer to any later request, so what arrived before a list is in it, and what arrives
 * after is news.
 *
 * <p><b>Why no two wait for each other.</b> Of two members that join at once, one registered later and has the other in its
 * list; the other may have it in its own too. So the first list is told in two parts: the members that were created before the own
 * registration was there, and the members that were created after it joined since. One that has gone before that could be asked counts as
 * having been there, until its departure is heard of.
 *
 * <p><b>Why a lost connection loses nothing.</b> ZooKeeper's client sets the watches again on the next connection, before
 * any other request, but what happened meanwhile is not reported. So everything is listed again; names of znodes are used
 * once, and the difference to what is known is what was missed. An INV or a member that came and went meanwhile is never
 * heard of, and need not be: no round goes on, and no joiner is admitted, without this member's acknowledgement. Of the
 * difference, joins are told first, then INVs and acknowledgements, then ends, then departures, so that nothing is heard of
 * a member before it joined or after it departed.
 */
final class ZooKeeperMembership {
    private static final Logger log = LoggerFactory.getLogger(ZooKeeperMembership.class);
    private static final int MAX_REGISTER_ATTEMPTS = 3;
    private static final byte[] NOTHING = {};

    private final Member self;
    private final Listener listener;
    private final SerialCalls calls;
    private final ZnodePaths paths;
    private final SessionLink link;
    private final Runnable lose;
    private final String registration;
    private final String invDirectory;
    private final String ackDirectory;
    private final ArrivalQueue arrivals = new ArrivalQueue();
    private final KnownMembers members;
    private final FollowedInvs followed;
    private final LedInvs led;
    private final Sweep sweep;

    /** Leaders whose INVs are being removed, as long as there may be some. */
    private final Set<WriterId> removed = new HashSet<>();

    private volatile boolean told;
    private boolean registered;
    private boolean closed;
    private boolean beating;

    /**
     * Not registered yet.
     *
     * @param lose what to do when the registration cannot be made, or turns out to be gone
     */
    ZooKeeperMembership(Member self, Listener listener, SerialCalls calls, MemberLocation place, Runnable lose) {
        this.self = self;
        this.listener = listener;
        this.calls = calls;
        this.paths = place.paths();
        this.link = place.link();
        this.lose = lose;
        registration = paths.member(MemberName.of(self, "c"));
        invDirectory = paths.invs(self.deployment());
        ackDirectory = paths.acks(self.writer());
        members = new KnownMembers(listener, calls);
        followed = new FollowedInvs(self, place, listener, calls);
        sweep = new Sweep(place);
        led = new LedInvs(
                self.writer(), place, new LedInvs.News(listener, arrivals, calls), Op.check(registration, -1), lose);
    }

    /** Whether the listener has been told that it is registered. */
    boolean isRegistered() {
        return told;
    }

    long provenAliveNanos() {
        return link.provenAliveNanos();
    }

    /** Sends what makes a member. */
    void register() {
        link.watch(paths.members());
        link.watch(invDirectory);
        link.watch(ackDirectory);
        // Nothing is told before the first list.
        arrivals.list();
        register(MAX_REGISTER_ATTEMPTS);
    }

    private void register(int attemptsLeft) {
        List<Op> operations = List.of(
                link.creation(ackDirectory, NOTHING, CreateMode.PERSISTENT),
                link.creation(registration, MemberCodec.encode(self), CreateMode.EPHEMERAL));
        link.multi(operations, code -> {
            // The name is unique, so a znode that exists is our own attempt, whose answer was lost.
            boolean done = code == Code.OK || code == Code.NODEEXISTS;
            if (closed) {
                if (done) {
                    // An attempt that is sent again may come after the end of it.
                    unregister(unimportant -> {});
                }
                return;
            }
            if (done) {
                registered = true;
                look();
            } else if (code == Code.NONODE && attemptsLeft > 1) {
                paths.foundations().forEach(path -> link.create(path, NOTHING, unimportant -> {}));
                register(attemptsLeft - 1);
            } else {
                lose(
                        "could not register in ZooKeeper",
                        MemberNodes.explained("register", KeeperException.create(code)));
            }
        });
    }

    private void lose(String why, Exception cause) {
        log.atWarn().setMessage(why).setCause(cause).log();
        lose.run();
    }

    /** Lists everything, and tells what is new; what arrives meanwhile waits. */
    void look() {
        if (!registered || closed) {
            return;
        }
        ArrivalQueue.Arrival turn = arrivals.list();
        new Looking(turn).look.begin(ackDirectory);
    }

    /** One look and what becomes of it. */
    private final class Looking {
        private final Look look;

        Looking(ArrivalQueue.Arrival turn) {
            Look.Known known = new Look.Known(followed::knows, name -> told);
            look = new Look(
                    new MemberLocation(paths, link),
                    invDirectory,
                    known,
                    new Look.Answers(() -> turn.complete(this::seen), ZooKeeperMembership.this::unreadable));
        }

        private void seen() {
            arrivals.listed();
            if (!look.members().remove(ZnodePaths.name(registration))) {
                lose("the registration is gone", new CoordinatorException("another process removed it"));
                return;
            }
            try {
                if (told) {
                    compare(look);
                } else {
                    begin(look);
                }
            } catch (CoordinatorException | MalformedInvException e) {
                lose("what is in ZooKeeper cannot be read: is another version in this cluster?", e);
            }
        }
    }

    /* Something was refused, and will be: a member that cannot look must not go on as if nothing happened. */
    private void unreadable(Code code) {
        if (!closed) {
            lose(
                    "what is in ZooKeeper cannot be read",
                    MemberNodes.explained("look at the cluster", KeeperException.create(code)));
        }
    }

    private void begin(Look look) throws MalformedInvException {
        List<String> later = look.membersAfter(ZnodePaths.name(registration));
        Set<String> before = new HashSet<>(look.members());
        later.forEach(before::remove);
        Set<Member> others = members.begin(before);
        Set<Inv> existing = new HashSet<>();
        for (Map.Entry<String, byte[]> inv : look.unknownInvs().entrySet()) {
            existing.addAll(followed.take(inv.getKey(), inv.getValue()));
        }
        told = true;
        calls.put(() -> listener.registered(others, existing));
        later.forEach(members::joined);
        look.acks().forEach(led::acknowledged);
        look.acknowledged().forEach(this::sweepUnlessMember);
    }

    private void sweepUnlessMember(String number) {
        if (number.matches("-?\\d{1,18}")) {
            WriterId writer = new WriterId(Long.parseLong(number));
            if (!writer.equals(self.writer()) && !members.isMember(writer)) {
                sweep.acks(writer);
            }
        }
    }

    private void compare(Look look) {
        look.members().forEach(members::joined);
        look.unknownInvs().forEach(followed::came);
        led.acknowledgementsAre(look.acks());
        look.acks().forEach(led::acknowledged);
        followed.missingIn(look.invNames()).forEach(followed::ended);
        members.missingIn(look.members()).forEach(this::departed);
        // What a lost connection has interrupted.
        removed.removeIf(leader -> !followed.knowsAnyOf(leader));
        removed.forEach(sweep::invs);
    }

    /** A znode came. */
    void created(String path) {
        String name = ZnodePaths.name(path);
        if (isIn(path, invDirectory)) {
            invCreated(path, name);
        } else if (isIn(path, ackDirectory)) {
            arrivals.event(() -> led.acknowledged(name));
        } else if (isIn(path, paths.members()) && !path.equals(registration)) {
            arrivals.event(() -> joined(name));
        }
    }

    private static boolean isIn(String path, String directory) {
        return path.length() > directory.length() + 1
                && path.startsWith(directory)
                && path.lastIndexOf('/') == directory.length();
    }

    private void joined(String name) {
        try {
            members.joined(name);
        } catch (CoordinatorException e) {
            lose("what is in ZooKeeper cannot be read: is another version in this cluster?", e);
        }
    }

    private void invCreated(String path, String name) {
        if (name.startsWith(InvName.start(self.writer()))) {
            return;
        }
        InvName.contentIn(name).ifPresentOrElse(content -> arrivals.event(() -> followed.came(name, content)), () -> {
            ArrivalQueue.Arrival turn = arrivals.unread();
            link.content(path, (code, content) -> {
                if (code == Code.OK) {
                    turn.complete(() -> followed.came(name, content));
                } else if (code == Code.NONODE) {
                    turn.complete(() -> {});
                } else if (!SessionLink.isLoss(code)) {
                    unreadable(code);
                }
            });
        });
    }

    /** A znode went. */
    void deleted(String path) {
        String name = ZnodePaths.name(path);
        if (path.equals(registration)) {
            arrivals.event(() -> lose("the registration is gone", new CoordinatorException("somebody removed it")));
        } else if (isIn(path, invDirectory)) {
            arrivals.event(() -> followed.ended(name));
        } else if (isIn(path, ackDirectory)) {
            arrivals.event(() -> led.acknowledgementGone(name));
        } else if (isIn(path, paths.members())) {
            arrivals.event(() -> departed(name));
        }
    }

    private void departed(String name) {
        members.departed(name).ifPresent(member -> {
            // One of those who see it is enough.
            if (members.noneBefore(self.writer())) {
                sweep.acks(member.writer());
            }
        });
    }

    void publish(RoundId round, Map<Integer, Scope> scopes) {
        led.publish(round, scopes);
    }

    void acknowledge(RoundId round) {
        followed.acknowledge(round);
    }

    void end(RoundId round) {
        led.end(round);
    }

    /** Its leader is fenced: none of its INVs is needed any more. */
    void remove(RoundId round) {
        removed.removeIf(leader -> !followed.knowsAnyOf(leader));
        removed.add(round.writer());
        sweep.invs(round.writer());
        sweep.acks(round.writer());
    }

    void acknowledgeJoin(WriterId joiner) {
        link.create(paths.acks(joiner) + '/' + AckName.of(AckName.JOIN, self), NOTHING, unimportant -> {});
    }

    /** Writes something, if nothing was written for that long. */
    void beat(Duration pause) {
        link.sendUnsent();
        if (registered && !beating && link.isSilentFor(pause)) {
            beating = true;
            link.multi(List.of(Op.check(registration, -1)), code -> {
                beating = false;
                if (code == Code.NONODE && !closed) {
                    lose("the registration is gone", new CoordinatorException("somebody removed it"));
                } else if (code != Code.OK) {
                    unreadable(code);
                }
            });
        }
    }

    /**
     * Ends the registration, if ZooKeeper has not, and removes what others said to this member; its INVs stay.
     *
     * @param done runs when it is gone; never, if the session has ended
     */
    void leave(Runnable done) {
        closed = true;
        led.leave();
        unregister(code -> {
            if (code == Code.NOTEMPTY) {
                sweep.acks(self.writer());
            }
            done.run();
        });
    }

    private void unregister(Consumer<Code> done) {
        link.delete(registration, unimportant -> {});
        link.delete(ackDirectory, done);
    }

    /** Ends the watches. */
    void unwatch(boolean othersWatch) {
        link.unwatch(ackDirectory, false);
        link.unwatch(invDirectory, othersWatch);
        link.unwatch(paths.members(), othersWatch);
    }
}
