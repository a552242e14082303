package io.lambdafs.namenode.coherence;

import io.lambdafs.coherence.CoherenceEffect.Reason;
import io.lambdafs.coherence.Scope;
import io.lambdafs.fs.Directory;
import io.lambdafs.fs.FsPath;
import io.lambdafs.namenode.WriteGate;
import io.lambdafs.namenode.path.PathPins;
import io.lambdafs.store.RequestWork.Ending;
import io.lambdafs.store.Transaction;
import io.lambdafs.store.WriterId;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** One attempt at a write in a coherent NameNode. Used by one thread. */
final class WritePass implements WriteGate.Pass, PathPins {
    private final CoherentGate gate;
    private final WriterId writer;
    private final long write;
    private final Set<FsPath> lockedOnTheWay = new HashSet<>();
    private boolean locksAlways;
    private boolean turnedBack;

    WritePass(CoherentGate gate, WriterId writer, long write) {
        this.gate = gate;
        this.writer = writer;
        this.write = write;
    }

    @Override
    public void lockOnTheWay() {
        locksAlways = true;
    }

    @Override
    public Transaction guard(Transaction tx) {
        return new PinningTransaction(tx, this);
    }

    /*
     * A subtree operation above waits until this write has ended, and while it waits no write begins below. A change of
     * permissions above turns this write back before it is sealed, and waits for it afterwards. So what the cache says
     * of the directories above, once the path is touched, is true when it commits. The lease is looked at last, since
     * nobody waits for the ACK of a NameNode without one. Others wait for its fence instead, and the fence waits for
     * this transaction.
     */
    @Override
    public List<Directory> pin(FsPath path) {
        CoherentNode.Touch touch = gate.node().touch(write, path, locksAlways);
        touch.refusal().ifPresent(this::refuse);
        if (touch.locksOnTheWay()) {
            lockedOnTheWay.add(path);
            return List.of();
        }
        List<Directory> above = gate.known().above(path);
        return gate.node().mayServe() ? above : List.of();
    }

    @Override
    public boolean locksOnTheWay(FsPath path) {
        return lockedOnTheWay.contains(path);
    }

    @Override
    public void forget(Scope scope) {
        gate.node().forget(write, writer, scope, gate.times().round()).ifPresent(this::refuse);
    }

    @Override
    public void seal() {
        gate.node().sealWrite(write).ifPresent(this::refuse);
    }

    private void refuse(Reason reason) {
        turnedBack = reason == Reason.CROSSED;
        throw CoherentGate.refusal(reason);
    }

    @Override
    public boolean wasTurnedBack() {
        return turnedBack;
    }

    @Override
    public boolean waitsInDoubt() {
        return gate.waitsInDoubt();
    }

    @Override
    public void ended(Ending ending) {
        if (ending == Ending.IN_DOUBT) {
            gate.doubt(writer, write);
        } else {
            gate.node().endWrite(write);
        }
    }
}
