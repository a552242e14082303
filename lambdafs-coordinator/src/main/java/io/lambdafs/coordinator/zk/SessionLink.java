package io.lambdafs.coordinator.zk;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.function.LongSupplier;
import java.util.function.ObjLongConsumer;
import org.apache.zookeeper.AddWatchMode;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.OpResult;
import org.apache.zookeeper.OpResult.ErrorResult;
import org.apache.zookeeper.WatchedEvent;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.data.ACL;
import org.jspecify.annotations.Nullable;

/**
 * One ZooKeeper session as a member uses it: pipelined requests that outlive a lost connection, persistent recursive
 * watches, and the proof that the session lives.
 *
 * <p>All answers and events come on ZooKeeper's event thread, in the order in which the server sent them. A write whose
 * answer was lost with the connection is sent again on the next one, before the owner hears that there is one; it may then
 * find that it had been carried out already. A read whose answer was lost is not: its owner looks again anyway.
 *
 * <p>A write is what proves the session alive: the leader of ZooKeeper's ensemble checks the session of each, while a
 * read is answered by a server that may lag behind. What is proven is that the session lived when the request was sent.
 * In an ensemble the leader may have heard of the session a heartbeat and a half tick earlier than the write's server
 * did. The third of the session time-out that a lease leaves unused is more than that.
 */
final class SessionLink implements Watcher {
    private final ZooKeeper zooKeeper;
    private final List<ACL> acl;
    private final LongSupplier ticker;
    private final Owner owner;
    private final Deque<Attempt> unsent = new ArrayDeque<>();
    private volatile long proven;
    private volatile long lastWrite;
    private boolean connected = true;

    /** The user of the session; called on ZooKeeper's event thread. */
    interface Owner {
        /** There is a connection again, and the server sends events again; those meanwhile are missing. */
        void reconnected();

        void created(String path);

        void deleted(String path);

        /** The session has ended. */
        void expired();

        /** A request has been answered; the action is what its sender does about it. */
        void answered(Runnable action);
    }

    /** A request of ZooKeeper's asynchronous interface. */
    @FunctionalInterface
    interface Request {
        void send(ZooKeeper zooKeeper, IntConsumer answer);
    }

    /**
     * A session's.
     *
     * @param acl which processes may use what it makes
     */
    SessionLink(ZooKeeper zooKeeper, List<ACL> acl, LongSupplier ticker, Owner owner) {
        this.zooKeeper = zooKeeper;
        this.acl = List.copyOf(acl);
        this.ticker = ticker;
        this.owner = owner;
        lastWrite = ticker.getAsLong();
        proven = lastWrite - millis(zooKeeper.getSessionTimeout());
    }

    /** Whether this says that the connection or the session is lost, and nothing of the request. */
    static boolean isLoss(Code code) {
        return switch (code) {
            case CONNECTIONLOSS,
                    SESSIONMOVED,
                    OPERATIONTIMEOUT,
                    SESSIONEXPIRED,
                    AUTHFAILED,
                    SESSIONCLOSEDREQUIRESASLAUTH -> true;
            default -> false;
        };
    }

    private static long millis(int millis) {
        return TimeUnit.MILLISECONDS.toNanos(millis);
    }

    /** When the latest write was sent that has been answered. */
    long provenAliveNanos() {
        return proven;
    }

    /** Whether no write was sent for that long. */
    boolean isSilentFor(Duration pause) {
        return ticker.getAsLong() - lastWrite >= pause.toNanos();
    }

    void create(String path, byte[] content, Consumer<Code> answer) {
        write(
                (to, sink) -> to.create(
                        path,
                        content,
                        acl,
                        CreateMode.PERSISTENT,
                        (rc, requested, context, name) -> sink.accept(rc),
                        null),
                answer);
    }

    /** The creation of a znode, as a part of a transaction. */
    Op creation(String path, byte[] content, CreateMode mode) {
        return Op.create(path, content, acl, mode);
    }

    void delete(String path, Consumer<Code> answer) {
        write((to, sink) -> to.delete(path, -1, (rc, requested, context) -> sink.accept(rc), null), answer);
    }

    void multi(List<Op> operations, Consumer<Code> answer) {
        write(
                (to, sink) ->
                        to.multi(operations, (rc, requested, context, results) -> sink.accept(code(rc, results)), null),
                answer);
    }

    /** The code of the first operation that failed for a reason of its own. */
    private static int code(int rc, @Nullable List<OpResult> results) {
        if (results != null) {
            for (OpResult result : results) {
                if (result instanceof ErrorResult error
                        && error.getErr() != 0
                        && error.getErr() != Code.RUNTIMEINCONSISTENCY.intValue()) {
                    return error.getErr();
                }
            }
        }
        return rc;
    }

    private void write(Request request, Consumer<Code> answer) {
        send(new Attempt(request, answer, true));
    }

    /** Watches everything at and below this path from now on. */
    void watch(String path) {
        Request request = (to, sink) -> to.addWatch(
                path, this, AddWatchMode.PERSISTENT_RECURSIVE, (rc, requested, context) -> sink.accept(rc), null);
        send(new Attempt(request, unimportant -> {}, false));
    }

    /** Ends a watch of this link; the server ends it too if no other link shares the path. */
    void unwatch(String path, boolean shared) {
        if (shared) {
            zooKeeper.removeWatches(path, this, WatcherType.PersistentRecursive, true, (rc, of, context) -> {}, null);
        } else {
            zooKeeper.removeAllWatches(path, WatcherType.PersistentRecursive, true, (rc, of, context) -> {}, null);
        }
    }

    void children(String path, BiConsumer<Code, List<String>> answer) {
        zooKeeper.getChildren(
                path,
                false,
                (rc, requested, context, children) ->
                        owner.answered(() -> answer.accept(Code.get(rc), children == null ? List.of() : children)),
                null);
    }

    void content(String path, BiConsumer<Code, byte[]> answer) {
        zooKeeper.getData(
                path,
                false,
                (rc, requested, context, content, stat) ->
                        owner.answered(() -> answer.accept(Code.get(rc), content == null ? new byte[0] : content)),
                null);
    }

    /** The number of the write that created a znode: of two, the later has the higher. */
    void creation(String path, ObjLongConsumer<Code> answer) {
        zooKeeper.exists(
                path,
                false,
                (rc, requested, context, stat) ->
                        owner.answered(() -> answer.accept(Code.get(rc), stat == null ? -1 : stat.getCzxid())),
                null);
    }

    /** Sends again what could not be sent. As for all requests, one call at a time keeps them in order. */
    void sendUnsent() {
        List<Attempt> due;
        synchronized (unsent) {
            due = connected ? List.copyOf(unsent) : List.of();
            unsent.removeAll(due);
        }
        due.forEach(Attempt::send);
    }

    private void send(Attempt attempt) {
        synchronized (unsent) {
            if (!connected) {
                unsent.add(attempt);
                return;
            }
        }
        attempt.send();
    }

    private void setConnected(boolean now) {
        synchronized (unsent) {
            connected = now;
        }
    }

    @Override
    public void process(WatchedEvent event) {
        switch (event.getType()) {
            case None -> stateIs(event.getState());
            case NodeCreated -> owner.created(event.getPath());
            case NodeDeleted -> owner.deleted(event.getPath());
            default -> {
                // Contents never change.
            }
        }
    }

    private void stateIs(Event.KeeperState state) {
        switch (state) {
            case SyncConnected -> {
                owner.answered(() -> {
                    setConnected(true);
                    sendUnsent();
                });
                owner.reconnected();
            }
            case Disconnected -> {
                setConnected(false);
            }
            case Expired, Closed, AuthFailed -> owner.expired();
            default -> {
                // Says nothing about the session.
            }
        }
    }

    /** A request that is sent until it is answered or the session has ended. */
    private final class Attempt {
        private final Request request;
        private final Consumer<Code> answer;
        private final boolean proves;
        private volatile long sentAt;

        Attempt(Request request, Consumer<Code> answer, boolean proves) {
            this.request = request;
            this.answer = answer;
            this.proves = proves;
        }

        void send() {
            sentAt = ticker.getAsLong();
            if (proves) {
                lastWrite = sentAt;
            }
            request.send(zooKeeper, this::answered);
        }

        private void answered(int rc) {
            Code code = Code.get(rc);
            switch (code) {
                case CONNECTIONLOSS, SESSIONMOVED, OPERATIONTIMEOUT -> {
                    synchronized (unsent) {
                        unsent.add(this);
                    }
                }
                case SESSIONEXPIRED, AUTHFAILED, SESSIONCLOSEDREQUIRESASLAUTH -> owner.expired();
                default -> {
                    if (proves && code == Code.OK && sentAt - proven > 0) {
                        proven = sentAt;
                    }
                    owner.answered(() -> answer.accept(code));
                }
            }
        }
    }
}
