package io.lambdafs.namenode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lambdafs.coherence.Scope;
import io.lambdafs.fs.FsException;
import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.INodeKey;
import io.lambdafs.fs.Name;
import io.lambdafs.namenode.foresight.LockHints;
import io.lambdafs.store.KeyLock;
import io.lambdafs.store.LockMode;
import io.lambdafs.store.RequestWork;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.Transaction;
import io.lambdafs.store.WriteHint;
import io.lambdafs.store.WriterId;
import io.lambdafs.wire.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** When a write has rows locked before its transaction begins. */
final class RequestedWriteTest {
    private static final FsPath PATH = FsPath.parse("/a");

    private final NameNodeFixture fixture = new NameNodeFixture();
    private final RequestedWrite write = new RequestedWrite(
            new ForeseeingGate(fixture.store),
            new WriterId(1),
            now -> {},
            new RequestedWrite.Task(PATH, LockHints.ofEntry(PATH), (tx, changes) -> new byte[0]));

    /** A lock that could not be had may have hidden what became of the attempt before. */
    @Test
    void onlyTheFirstAttempt_hasLocksTakenAhead() {
        assertThat(write.hint().locks()).containsExactly(exclusive(INodeId.NONE, ""), exclusive(INodeId.ROOT, "a"));
        assertThat(write.hint()).isEqualTo(WriteHint.about(PATH));
    }

    /** It waits for writes below, which may wait for the locks. */
    @Test
    void whoHasASubtreeQuiesced_holdsNothingMeanwhile() {
        write.quiesceFirst(Scope.ofPrefixes(PATH));
        assertThat(write.hint()).isEqualTo(WriteHint.about(PATH));
    }

    /** What it read may be of two moments; the next attempt reads under locks. */
    @Test
    void refusalOfAnAttemptThatWasTurnedBack_isNotTold() {
        RequestedWrite turned = new RequestedWrite(
                new TurningBack(new ArrayList<>()),
                new WriterId(1),
                now -> {},
                new RequestedWrite.Task(PATH, LockHints.NOTHING, (tx, changes) -> {
                    throw new FsException(ErrorCode.FILE_ALREADY_EXISTS, "mixed");
                }));
        try (Transaction tx = fixture.store.beginRead()) {
            assertThatThrownBy(() -> turned.run(tx)).isInstanceOf(StoreException.class);
            turned.ended(RequestWork.Ending.ROLLED_BACK);
            assertThatThrownBy(() -> turned.run(tx)).isInstanceOf(FsException.class);
        }
    }

    /** Else a write below a directory whose permission changes all the time would never be done. */
    @Test
    void attemptAfterOneThatWasTurnedBack_locksTheDirectoriesOnTheWay() {
        List<Boolean> locking = new ArrayList<>();
        RequestedWrite turned = new RequestedWrite(
                new TurningBack(locking),
                new WriterId(1),
                time -> {},
                new RequestedWrite.Task(PATH, LockHints.NOTHING, (tx, changes) -> new byte[] {7}));
        try (Transaction tx = fixture.store.beginRead()) {
            assertThatThrownBy(() -> turned.run(tx)).isInstanceOf(StoreException.class);
            turned.ended(RequestWork.Ending.ROLLED_BACK);
            assertThat(turned.run(tx)).containsExactly(7);
            turned.ended(RequestWork.Ending.COMMITTED);
        }
        assertThat(locking).containsExactly(false, true);
    }

    private static KeyLock exclusive(INodeId parent, String name) {
        return new KeyLock(new INodeKey(parent, name.isEmpty() ? Name.EMPTY : Name.of(name)), LockMode.EXCLUSIVE);
    }
}
