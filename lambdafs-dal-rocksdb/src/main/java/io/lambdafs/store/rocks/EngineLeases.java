package io.lambdafs.store.rocks;

import io.lambdafs.store.INodeTable;
import io.lambdafs.store.LeaseTable;
import io.lambdafs.store.rocks.operation.LeaseOperations;
import io.lambdafs.store.rocks.operation.Prefetched;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The leases of the engine. */
final class EngineLeases implements LeaseTable {
    private final EngineSession session;
    private Prefetched prefetched;

    EngineLeases(EngineSession session, Prefetched prefetched) {
        this.session = session;
        this.prefetched = prefetched;
    }

    @Override
    public void renew(String clientName) {
        prefetched = prefetched.afterRenewal();
        session.later(LeaseOperations.RENEW, clientName);
    }

    @Override
    public Optional<Duration> age(String clientName) {
        return prefetched.leases().containsKey(clientName)
                ? prefetched.leases().getOrDefault(clientName, Optional.empty())
                : session.ask(LeaseOperations.AGE, clientName);
    }

    @Override
    public List<String> expired(Duration age, int limit) {
        INodeTable.checkedBatch(limit);
        return session.ask(LeaseOperations.EXPIRED, new LeaseOperations.Expired(age, limit));
    }

    @Override
    public void remove(String clientName, Duration age) {
        prefetched = prefetched.afterRenewal();
        session.later(LeaseOperations.REMOVE, new LeaseOperations.Removal(clientName, age));
    }
}
