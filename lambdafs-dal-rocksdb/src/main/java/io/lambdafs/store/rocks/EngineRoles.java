package io.lambdafs.store.rocks;

import io.lambdafs.store.RoleTable;
import io.lambdafs.store.rocks.operation.RoleOperations;
import java.time.Duration;

/** The roles of the engine. */
final class EngineRoles implements RoleTable {
    private final EngineSession session;

    EngineRoles(EngineSession session) {
        this.session = session;
    }

    @Override
    public boolean acquire(String role, String owner, Duration time) {
        return session.ask(RoleOperations.ACQUIRE, new RoleOperations.Acquisition(role, owner, time));
    }

    @Override
    public boolean hold(String role, String owner) {
        return session.ask(RoleOperations.HOLD, new RoleOperations.Owned(role, owner));
    }

    @Override
    public void release(String role, String owner) {
        session.later(RoleOperations.RELEASE, new RoleOperations.Owned(role, owner));
    }
}
