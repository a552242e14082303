package io.lambdafs.store.rocks;

import io.lambdafs.store.RoleTable;
import java.time.Duration;

/** The roles of the engine. */
final class EngineRoles implements RoleTable {
    private final Session session;

    EngineRoles(Session session) {
        this.session = session;
    }

    @Override
    public boolean acquire(String role, String owner, Duration time) {
        return session.ask(tables -> tables.roles().acquire(role, owner, time));
    }

    @Override
    public boolean hold(String role, String owner) {
        return session.ask(tables -> tables.roles().hold(role, owner));
    }

    @Override
    public void release(String role, String owner) {
        session.later(tables -> tables.roles().release(role, owner));
    }
}
