package io.lambdafs.testkit.store;

import io.lambdafs.store.LockMode;
import io.lambdafs.store.RoleTable;
import io.lambdafs.testkit.store.InMemoryDatabase.RoleRow;
import java.time.Duration;
import java.util.Optional;

/** The twin's roles. */
final class InMemoryRoleTable implements RoleTable {
    private final InMemoryTransaction tx;
    private final InMemoryDatabase database;
    private final TableView<String, RoleRow> rows;

    InMemoryRoleTable(InMemoryTransaction tx, InMemoryDatabase database) {
        this.tx = tx;
        this.database = database;
        rows = tx.view(database.roles);
    }

    @Override
    public boolean acquire(String role, String owner, Duration time) {
        return tx.call(() -> {
            Optional<RoleRow> other = rows.getForUpdate(role)
                    .filter(row -> !row.owner().equals(owner))
                    .filter(this::isValid);
            if (other.isEmpty()) {
                rows.put(role, new RoleRow(owner, database.now().plus(time)));
            }
            return other.isEmpty();
        });
    }

    private boolean isValid(RoleRow row) {
        return row.until().isAfter(database.now());
    }

    @Override
    public boolean hold(String role, String owner) {
        return tx.call(() -> {
            tx.lock(rows.row(role), LockMode.SHARED);
            return rows.get(role)
                    .filter(row -> row.owner().equals(owner))
                    .filter(this::isValid)
                    .isPresent();
        });
    }

    @Override
    public void release(String role, String owner) {
        tx.run(() ->
                rows.getForUpdate(role).filter(row -> row.owner().equals(owner)).ifPresent(row -> rows.remove(role)));
    }
}
