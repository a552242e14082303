package io.lambdafs.store.rocks;

import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import io.lambdafs.store.rocks.operation.Done;
import io.lambdafs.store.rocks.operation.TableOperation;
import io.lambdafs.store.volume.VolumeStore;

/** Calls without a transaction: each sees what is committed then. */
final class ReadSession implements EngineSession {
    private final EngineLink link;

    ReadSession(EngineLink link) {
        this.link = link;
    }

    @Override
    public <A, R> R ask(TableOperation<A, R> operation, A argument) {
        return link.read(operation, argument);
    }

    @Override
    public VolumeStore volumes() {
        return new EngineVolumes(link);
    }

    @Override
    public <A> void later(TableOperation<A, Done> change, A argument) {
        throw new StoreException(Kind.INTERNAL, "a reading transaction neither locks nor writes");
    }
}
