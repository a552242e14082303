package io.lambdafs.namenode.coherence;

import io.lambdafs.coherence.Scope;
import io.lambdafs.fs.FsPath;
import io.lambdafs.namenode.WriteGate;
import io.lambdafs.namenode.path.PathPins;
import io.lambdafs.store.RequestWork.Ending;
import io.lambdafs.store.Transaction;
import io.lambdafs.store.WriterId;

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

    /* A subtree operation above waits until this write has ended, and while it waits no write begins below. */
    @Override
    public void pin(FsPath path) {
        gate.node().touch(write, path).ifPresent(reason -> {
            throw CoherentGate.refusal(reason);
        });
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
