package io.lambdafs.store.rocks.table;

import io.lambdafs.store.LockMode;
import io.lambdafs.store.RoleTable;
import io.lambdafs.store.rocks.engine.Rows;
import io.lambdafs.store.rocks.keyvalue.Bytes;
import io.lambdafs.store.rocks.keyvalue.Decoder;
import io.lambdafs.store.rocks.keyvalue.Table;
import java.time.Duration;
import java.util.Optional;

/** The roles: the owner of each, and the end of its lease. */
public final class RoleRows implements RoleTable {
    private final Rows rows;

    RoleRows(Rows rows) {
        this.rows = rows;
    }

    private record Held(String owner, long untilMicros) {}

    private Optional<Held> held(Bytes role) {
        return Optional.ofNullable(rows.get(Table.ROLES, role)).map(value -> {
            Decoder in = Versions.read(value);
            return new Held(in.getText(), in.getLong());
        });
    }

    private boolean isValid(Held held) {
        return held.untilMicros() > rows.nowMicros();
    }

    @Override
    public boolean acquire(String role, String owner, Duration time) {
        Bytes key = Keys.of(role);
        rows.lock(Table.ROLES, key, LockMode.EXCLUSIVE);
        Optional<Held> other =
                held(key).filter(held -> !held.owner().equals(owner)).filter(this::isValid);
        if (other.isEmpty()) {
            long until = rows.nowMicros() + time.toNanos() / 1000;
            rows.put(
                    Table.ROLES,
                    key,
                    Versions.begin().putText(owner).putLong(until).bytes());
        }
        return other.isEmpty();
    }

    @Override
    public boolean hold(String role, String owner) {
        Bytes key = Keys.of(role);
        rows.lock(Table.ROLES, key, LockMode.SHARED);
        return held(key)
                .filter(held -> held.owner().equals(owner))
                .filter(this::isValid)
                .isPresent();
    }

    @Override
    public void release(String role, String owner) {
        Bytes key = Keys.of(role);
        rows.lock(Table.ROLES, key, LockMode.EXCLUSIVE);
        held(key).filter(held -> held.owner().equals(owner)).ifPresent(held -> rows.delete(Table.ROLES, key));
    }
}
