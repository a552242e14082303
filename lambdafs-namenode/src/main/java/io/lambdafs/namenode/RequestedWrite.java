package io.lambdafs.namenode;

import io.lambdafs.coherence.Scope;
import io.lambdafs.fs.FsException;
import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.INodeId;
import io.lambdafs.namenode.foresight.LockHints;
import io.lambdafs.store.RequestWork;
import io.lambdafs.store.Transaction;
import io.lambdafs.store.WriteHint;
import io.lambdafs.store.WriterId;
import io.lambdafs.wire.ErrorCode;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The attempts at one write: decide under locks, have every cache forget what changes, record, commit.
 *
 * <p>A change of a whole subtree is announced before the attempt takes locks: it waits for the writes below, and they
 * may wait for locks. An attempt that finds that it is one ends, and the next begins with that.
 *
 * <p>An attempt below a directory whose permission changes meanwhile is turned back. Later attempts lock the
 * directories on the way, so that no write is turned back again and again.
 *
 * <p>An attempt whose commit is in doubt is over when the next attempt has begun: the store lets transactions for one
 * request run only one after another. Used by one thread.
 */
final class RequestedWrite implements RequestWork {
    private final WriteGate gate;
    private final WriterId writer;
    private final LongConsumer inTime;
    private final Task task;
    private boolean hinted;
    private boolean holding;
    private boolean turnedBack;
    private boolean changesNothing;
    private Scope quiesced = Scope.NOTHING;
    private List<INodeId> detached = List.of();
    private WriteGate.@Nullable Pass pass;
    private WriteGate.@Nullable Pass doubtful;

    /**
     * A write that has not been attempted yet.
     *
     * @param inTime throws when the request must not begin any more at this time of the store's clock. It is called at
     *     each attempt, because a process that was frozen in the middle of one begins the next much later.
     */
    RequestedWrite(WriteGate gate, WriterId writer, LongConsumer inTime, Task task) {
        this.gate = gate;
        this.writer = writer;
        this.inTime = inTime;
        this.task = task;
    }

    /**
     * What there is to do.
     *
     * @param subject the path that it is about; the root if none is known
     * @param foresight the locks and reads that are probable for it
     * @param operation decides and writes, and returns its response
     */
    record Task(FsPath subject, LockHints foresight, BiFunction<Transaction, ChangeSet, byte[]> operation) {}

    /*
     * Only the first attempt has locks taken ahead. A failure to get them hides whether the writer is fenced and what
     * became of an earlier attempt, so the next attempt must ask for that alone. A writer that has a subtree quiesced
     * must hold no locks meanwhile.
     */
    @Override
    public WriteHint hint() {
        boolean first = !hinted && quiesced.isEmpty();
        WriteHint hint = first ? gate.hint(task.subject(), task.foresight()) : WriteHint.about(task.subject());
        hinted = true;
        holding = !hint.locks().isEmpty();
        return hint;
    }

    /** Has the next attempt begin with this. */
    void quiesceFirst(Scope scope) {
        quiesced = scope;
    }

    /** The roots of the subtrees that the latest attempt detached. */
    List<INodeId> detached() {
        return detached;
    }

    /** Whether the latest attempt found nothing that a cache would have to forget. */
    boolean changesNothing() {
        return changesNothing;
    }

    @Override
    public byte[] run(Transaction tx) {
        decided();
        inTime.accept(tx.nowMillis());
        detached = List.of();
        WriteGate.Pass begun = gate.begin(writer);
        pass = begun;
        if (turnedBack) {
            begun.lockOnTheWay();
        }
        if (!quiesced.isEmpty()) {
            begun.forget(quiesced);
        }
        ChangeSet changes = gate.isNeeded() ? ChangeSet.after(quiesced, holding) : ChangeSet.untold();
        byte[] response = execute(begun, tx, changes);
        changes.requireQuiesced();
        Scope remaining = changes.remaining();
        if (!remaining.isEmpty()) {
            begun.forget(remaining);
        }
        byte[] announcement = changes.announcement();
        if (announcement.length > 0) {
            tx.announce(announcement);
        }
        begun.seal();
        changesNothing = changes.isEmpty();
        detached = changes.detachedRoots();
        return response;
    }

    /*
     * The client gets a refusal like an outcome, so it must be true of one moment, too. An attempt that a change of a
     * permission has crossed may have put old directories and new entries together.
     */
    private byte[] execute(WriteGate.Pass begun, Transaction tx, ChangeSet changes) {
        try {
            return task.operation().apply(begun.guard(tx), changes);
        } catch (FsException refused) {
            if (refused.code().kind() == ErrorCode.Kind.USER) {
                begun.seal();
            }
            throw refused;
        }
    }

    @Override
    public void ended(Ending ending) {
        WriteGate.Pass ended = pass;
        pass = null;
        turnedBack |= ended != null && ended.wasTurnedBack();
        if (ended != null && ending == Ending.IN_DOUBT && ended.waitsInDoubt()) {
            doubtful = ended;
        } else if (ended != null) {
            ended.ended(ending);
        }
    }

    /** A later transaction for the request has begun: an earlier one has ended. */
    void decided() {
        end(Ending.COMMITTED);
    }

    /** There will be no further attempt. */
    void abandoned() {
        end(Ending.IN_DOUBT);
    }

    private void end(Ending ending) {
        WriteGate.Pass waiting = doubtful;
        doubtful = null;
        if (waiting != null) {
            waiting.ended(ending);
        }
    }
}
