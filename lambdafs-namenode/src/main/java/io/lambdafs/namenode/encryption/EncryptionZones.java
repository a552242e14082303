package io.lambdafs.namenode.encryption;

import static java.util.Objects.requireNonNull;

import io.lambdafs.fs.Directory;
import io.lambdafs.fs.FsException;
import io.lambdafs.fs.INodeId;
import io.lambdafs.namenode.path.PathClimb;
import io.lambdafs.namenode.path.ResolvedPath;
import io.lambdafs.store.Detail;
import io.lambdafs.store.DetailKey;
import io.lambdafs.store.DetailKind;
import io.lambdafs.store.Transaction;
import io.lambdafs.wire.ErrorCode;
import java.util.List;
import java.util.Optional;

/** The list of all encryption zones. A directory that was deleted may still be on it; it is passed over. */
public final class EncryptionZones {
    private final Transaction tx;

    private EncryptionZones(Transaction tx) {
        this.tx = requireNonNull(tx, "tx");
    }

    /** Those that this transaction sees. */
    public static EncryptionZones in(Transaction tx) {
        return new EncryptionZones(tx);
    }

    /**
     * Some zones, in the order of their directories' numbers.
     *
     * @param more whether others follow
     */
    public record Page(List<Zone> zones, boolean more) {}

    /** Up to so many zones after the directory with this number. */
    public Page after(long number, int limit) {
        List<Detail> found = tx.details().of(INodeId.NONE, DetailKind.ENCRYPTION_ZONE, number + 1, limit + 1);
        List<Zone> zones = found.stream()
                .limit(limit)
                .flatMap(detail -> climb(new INodeId(detail.key().label())).stream())
                .toList();
        return new Page(zones, found.size() > limit);
    }

    private Optional<Zone> climb(INodeId directory) {
        return PathClimb.from(tx, directory)
                .filter(at -> at.last() instanceof Directory
                        && !at.last().attributes().features().encryption().isNone())
                .flatMap(Zone::of);
    }

    /** Takes a directory into the list. */
    public void add(INodeId directory) {
        tx.details().put(new Detail(key(directory), new byte[0]));
    }

    /** Takes a directory from the list. */
    public void remove(INodeId directory) {
        tx.details().delete(List.of(key(directory)));
    }

    private static DetailKey key(INodeId directory) {
        return new DetailKey(INodeId.NONE, DetailKind.ENCRYPTION_ZONE, directory.value());
    }

    /**
     * Refuses a directory in which there is a zone, or which is in one.
     *
     * @param why the rest of the sentence
     */
    public void requireNoneAtOrBelow(ResolvedPath at, String why) {
        boolean below = Detail.all(tx, INodeId.NONE, DetailKind.ENCRYPTION_ZONE).stream()
                .flatMap(detail -> climb(new INodeId(detail.key().label())).stream())
                .anyMatch(zone -> zone.path().startsWith(at.path()));
        if (below || Zone.of(at).isPresent()) {
            throw new FsException(
                    ErrorCode.INVALID_ARGUMENT, at.path() + " is in an encryption zone or contains one, so " + why);
        }
    }
}
