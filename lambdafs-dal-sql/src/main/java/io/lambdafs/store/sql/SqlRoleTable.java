package io.lambdafs.store.sql;

import io.lambdafs.store.RoleTable;
import java.time.Duration;

/** The roles in PostgreSQL. */
final class SqlRoleTable implements RoleTable {
    private final PostgresSession session;

    SqlRoleTable(PostgresSession session) {
        this.session = session;
    }

    @Override
    public boolean acquire(String role, String owner, Duration time) {
        int taken = session.execute(
                "INSERT INTO roles AS r VALUES (?, ?, clock_timestamp() + " + Times.PARAMETER + ")"
                        + " ON CONFLICT (role) DO UPDATE SET owner = excluded.owner, held_until = excluded.held_until"
                        + " WHERE r.owner = excluded.owner OR r.held_until <= clock_timestamp()",
                p -> p.add(role).add(owner).addMicros(time));
        return taken == 1;
    }

    @Override
    public boolean hold(String role, String owner) {
        return !session.change(
                        "SELECT 1 FROM roles WHERE role = ? AND owner = ? AND held_until > clock_timestamp() FOR SHARE",
                        p -> p.add(role).add(owner),
                        row -> true)
                .isEmpty();
    }

    @Override
    public void release(String role, String owner) {
        session.execute(
                "DELETE FROM roles WHERE role = ? AND owner = ?",
                p -> p.add(role).add(owner));
    }
}
