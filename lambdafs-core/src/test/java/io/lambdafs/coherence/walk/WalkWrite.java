package io.lambdafs.coherence.walk;

import io.lambdafs.coherence.CoherenceEvent;
import io.lambdafs.coherence.RoundId;
import io.lambdafs.coherence.Scope;
import io.lambdafs.fs.FsPath;
import io.lambdafs.store.WriterId;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One attempt of a node at a write: of a file below a directory, or the move of that directory, or the change of its permission. A
 * step at a time, between which anything may happen.
 */
final class WalkWrite {
    /** What comes next. */
    private enum Stage {
        ADMISSION,
        LOCK,
        ROUND,
        AWAIT,
        SEAL,
        COMMIT,
        END,
        OVER
    }

    private final WalkNode node;
    private final WalkStore store;
    private final long number;
    private final WriterId name;
    private final FsPath path;
    private final What what;
    private final boolean doubtful;
    private final int patience;
    private Stage stage = Stage.ADMISSION;
    private @Nullable RoundId round;
    private @Nullable Boolean outcome;
    private boolean refused;
    private boolean byLocks;
    private int resolvedAt;
    private int allowedAt;

    /**
     * What a write is to do.
     *
     * @param path a file's, or that of the directory
     * @param doubtful whether the answer to its commit is lost
     * @param patience how many steps it waits with its commit, about
     */
    record Kind(What what, FsPath path, boolean doubtful, int patience) {}

    /** What is written. */
    enum What {
        FILE,
        MOVE,
        PERMISSION
    }

    /**
     * An attempt, which has its transaction open.
     *
     * @param kind what it is to do
     */
    WalkWrite(WalkNode node, WalkStore store, long number, WriterId name, Kind kind) {
        this.node = node;
        this.store = store;
        this.number = number;
        this.name = name;
        this.path = kind.path();
        this.what = kind.what();
        this.doubtful = kind.doubtful();
        this.patience = kind.patience();
    }

    WriterId name() {
        return name;
    }

    boolean isOver() {
        return stage == Stage.OVER;
    }

    /** The core has refused what this write asked. */
    void refuse(long write) {
        refused |= write == number;
    }

    /** The core has said that this write may go on if it locks the directory. */
    void lockOnTheWay(long write) {
        byLocks |= write == number;
    }

    /** A round is over. */
    void finish(RoundId id, boolean success) {
        if (id.equals(round) && outcome == null) {
            outcome = success;
        }
    }

    /** Goes on; tells whether it could. */
    boolean step() {
        Stage before = stage;
        switch (stage) {
            case ADMISSION -> begin();
            case LOCK -> lock();
            case ROUND -> lead();
            case AWAIT -> await();
            case SEAL -> seal();
            case COMMIT -> commit();
            case END -> {
                node.tell(new CoherenceEvent.WriteEnds(number));
                stage = Stage.OVER;
            }
            case OVER -> throw new IllegalStateException("the write is over");
        }
        return stage != before;
    }

    private void begin() {
        node.tell(new CoherenceEvent.WriteBegins(number, name, Set.of(), node.mayLead(name)));
        if (refused) {
            store.end(new WalkStore.Holder(name, number));
            stage = Stage.OVER;
            return;
        }
        node.tell(new CoherenceEvent.WriteTouches(number, path));
        if (refused) {
            rollBack();
            return;
        }
        resolvedAt = store.moves();
        allowedAt = store.permissions();
        stage = what == What.MOVE ? Stage.ROUND : Stage.LOCK;
    }

    private void lock() {
        boolean shares = byLocks && what == What.FILE;
        WalkStore.Holder self = new WalkStore.Holder(name, number);
        if ((!shares || store.share(store.directory(), self)) && store.lock(path, self)) {
            allowedAt = shares ? store.permissions() : allowedAt;
            stage = what == What.MOVE ? Stage.SEAL : Stage.ROUND;
        } else if (node.chance(4)) {
            rollBack();
        }
    }

    private void lead() {
        if (!node.mayLead(name)) {
            rollBack();
            return;
        }
        RoundId led = node.newRound(name);
        round = led;
        Scope scope = switch (what) {
            case FILE -> Scope.ofPaths(path);
            case MOVE -> Scope.ofPrefixes(path);
            case PERMISSION -> Scope.ofDirectories(path);
        };
        stage = Stage.AWAIT;
        node.tell(new CoherenceEvent.RoundBegins(number, led, scope));
    }

    private void await() {
        RoundId led = round;
        if (outcome == null && led != null && node.chance(40)) {
            node.tell(new CoherenceEvent.RoundGivenUp(led));
        }
        if (outcome == null) {
            return;
        }
        if (!outcome || !node.mayLead(name)) {
            rollBack();
        } else {
            stage = what == What.MOVE ? Stage.LOCK : Stage.SEAL;
        }
    }

    private void seal() {
        node.tell(new CoherenceEvent.WriteSeals(number));
        if (refused) {
            rollBack();
        } else {
            stage = Stage.COMMIT;
        }
    }

    private void rollBack() {
        store.end(new WalkStore.Holder(name, number));
        stage = Stage.END;
    }

    /** Sends the commit; if no answer comes, the store carries it out some time, or not. */
    private void commit() {
        if (!node.chance(patience)) {
            return;
        }
        if (doubtful) {
            stage = Stage.OVER;
            node.doubt(number, name, this::carryOut);
            return;
        }
        carryOut(true);
        stage = Stage.END;
    }

    private void carryOut(boolean takesEffect) {
        if (takesEffect && what == What.MOVE) {
            store.move();
        } else if (takesEffect) {
            requirePresent();
            store.change(path);
        }
        store.end(new WalkStore.Holder(name, number));
    }

    private void requirePresent() {
        if (resolvedAt != store.moves()) {
            throw new WalkFailure("a write of " + path + " by " + name + " goes where the directory was before");
        }
        if (what == What.FILE && allowedAt != store.permissions()) {
            throw new WalkFailure(
                    "a write of " + path + " by " + name + " is allowed by what the directory was before");
        }
    }
}
