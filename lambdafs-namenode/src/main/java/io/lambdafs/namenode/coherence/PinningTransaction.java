package io.lambdafs.namenode.coherence;

import io.lambdafs.fs.Directory;
import io.lambdafs.fs.FsPath;
import io.lambdafs.namenode.path.PathPins;
import io.lambdafs.store.Transaction;
import io.lambdafs.store.forwarding.ForwardingTransaction;
import java.util.List;

/** A transaction that keeps the paths that are resolved in it from being moved, without locking what is above. */
final class PinningTransaction extends ForwardingTransaction implements PathPins {
    private final PathPins pins;

    PinningTransaction(Transaction tx, PathPins pins) {
        super(tx);
        this.pins = pins;
    }

    @Override
    public List<Directory> pin(FsPath path) {
        return pins.pin(path);
    }

    @Override
    public boolean locksOnTheWay(FsPath path) {
        return pins.locksOnTheWay(path);
    }
}
