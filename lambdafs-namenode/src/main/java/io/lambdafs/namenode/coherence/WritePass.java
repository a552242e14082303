package io.lambdafs.namenode.coherence;

import io.lambdafs.coherence.Scope;
import io.lambdafs.fs.Directory;
import io.lambdafs.fs.FsPath;
import io.lambdafs.namenode.WriteGate;
import io.lambdafs.namenode.path.PathPins;
import io.lambdafs.store.RequestWork.Ending;
import io.lambdafs.store.Transaction;
import io.lambdafs.store.WriterId;
import java.util.List;

/** One attempt at a write in a coherent NameNode. */
final class WritePass implements WriteGate.Pass, PathPins {
    private final CoherentGate gate;
    private final WriterId writer;
    private final long write;

    WritePass(CoherentGate gate, WriterId writer, long write) {
        this.gate = gate;
        this.writer = writer;
        this.write = write;
    }

    @Override
    public Transaction guard(Transaction tx) {
        return new PinningTransaction(tx, this);
    }

    /*
     * A subtree operation above waits until this write has ended, and while it waits no write begins below. So what the
     * cache says of the directories above, once the path is touched, stays true; the lease is looked at last, since nobody
     * waits for the ACK of a NameNode without one, but for its fence, and that for this transaction.
     */
    @Override
    public List<Directory> pin(FsPath path) {
        gate.node().touch(write, path).ifPresent(reason -> {
            throw CoherentGate.refusal(reason);
        });
        List<Directory> above = gate.known().above(path);
        return gate.node().mayServe() ? above : List.of();
    }

    @Override
    public void forget(Scope scope) {
        gate.node().forget(write, writer, scope, gate.times().round()).ifPresent(reason -> {
            throw CoherentGate.refusal(reason);
        });
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
