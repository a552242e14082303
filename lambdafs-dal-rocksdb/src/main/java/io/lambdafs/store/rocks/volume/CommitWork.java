package io.lambdafs.store.rocks.volume;

import static java.util.Objects.requireNonNull;

import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import io.lambdafs.store.rocks.engine.StoredRow;
import io.lambdafs.store.rocks.engine.VersionedRows;
import io.lambdafs.store.rocks.engine.VolumeWork;
import io.lambdafs.store.rocks.keyvalue.Bytes;
import io.lambdafs.store.rocks.keyvalue.Decoder;
import io.lambdafs.store.rocks.keyvalue.Table;
import io.lambdafs.store.volume.Assertion;
import io.lambdafs.store.volume.CommitOutcome;
import io.lambdafs.store.volume.Item;
import io.lambdafs.store.volume.Version;
import io.lambdafs.store.volume.VolumeCommit;
import io.lambdafs.store.volume.VolumeId;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Validates a transaction and makes its changes. Validation is backward: against all that committed before it, those included
 * that are on their way to the disk. The engine does one commit at a time, so validation and changes are one step.
 */
public record CommitWork(VolumeId volume, VolumeCommit commit, Set<VolumeRule> rules)
        implements VolumeWork<CommitOutcome> {
    /** One of so many commits looks for what can be forgotten. */
    private static final int TIDYING = 16;

    @Override
    public CommitOutcome run(VersionedRows rows) {
        VolumeRow row = VolumeRow.latest(rows, volume);
        Bytes key = VolumeKeys.commit(volume, commit.id());
        Bytes first = rules.contains(VolumeRule.REMEMBER_COMMITS) ? rows.latest(Table.VOLUME_COMMITS, key) : null;
        if (first != null) {
            if (rows.visible(Table.VOLUME_COMMITS, key) == null) {
                // It is on its way to the disk. This answer is to follow it, so it writes the same again.
                rows.put(Table.VOLUME_COMMITS, key, first);
            }
            return new CommitOutcome.Committed(StoredRow.commit(first));
        }
        row.requireReadable(commit.timestamp());
        if (commit.writes().isEmpty()) {
            throw new StoreException(Kind.INTERNAL, "a transaction that writes nothing is not committed");
        }
        for (Assertion assertion : commit.assertions()) {
            Optional<String> broken = broken(rows, assertion);
            if (broken.isPresent()) {
                return new CommitOutcome.Conflict(broken.get());
            }
        }
        return new CommitOutcome.Committed(change(rows, row, key));
    }

    private long change(VersionedRows rows, VolumeRow row, Bytes key) {
        ItemChanges changes = new ItemChanges(rows, row, rules);
        commit.writes().forEach(changes::make);
        long number = rows.commit();
        rows.put(
                Table.VOLUME_LOG,
                VolumeKeys.log(volume, number),
                new LogRow(rows.nowMicros(), commit.id(), changes.changed()).stored(number));
        rows.put(Table.VOLUME_COMMITS, key, StoredRow.of(number, Bytes.EMPTY));
        if (number % TIDYING == 0) {
            Trim.run(rows, row);
            Garbage.clear(rows);
        }
        return number;
    }

    private Optional<String> broken(VersionedRows rows, Assertion assertion) {
        if (assertion instanceof Assertion.Unchanged unchanged) {
            return rules.contains(VolumeRule.VALIDATE_READS) ? changed(rows, unchanged) : Optional.empty();
        }
        if (!rules.contains(VolumeRule.VALIDATE_LENGTHS)) {
            return Optional.empty();
        }
        if (assertion instanceof Assertion.LengthIs is) {
            long length = length(rows, is.object());
            return length == is.length() ? Optional.empty() : Optional.of(other(is.object(), is.length(), length));
        }
        Assertion.LengthAtLeast least = (Assertion.LengthAtLeast) assertion;
        long length = length(rows, least.object());
        return length >= least.length() ? Optional.empty() : Optional.of(other(least.object(), least.length(), length));
    }

    private Optional<String> changed(VersionedRows rows, Assertion.Unchanged unchanged) {
        Bytes row = row(rows, unchanged.item());
        long commit = row == null ? Version.ABSENT : StoredRow.commit(row);
        return commit == unchanged.commit()
                ? Optional.empty()
                : Optional.of(unchanged.item() + " was changed by another transaction");
    }

    private static String other(long object, long expected, long length) {
        return "object " + object + " had " + expected + " bytes, and another transaction made that " + length;
    }

    private @Nullable Bytes row(VersionedRows rows, Item item) {
        Bytes key = VolumeKeys.item(volume, item);
        return rules.contains(VolumeRule.SEE_PENDING_COMMITS)
                ? rows.latest(Table.VOLUME_ITEMS, key)
                : rows.visible(Table.VOLUME_ITEMS, key);
    }

    private long length(VersionedRows rows, long object) {
        Bytes row = row(rows, Item.length(object));
        return row == null ? 0 : new Decoder(requireNonNull(StoredRow.value(row))).getLong();
    }
}
