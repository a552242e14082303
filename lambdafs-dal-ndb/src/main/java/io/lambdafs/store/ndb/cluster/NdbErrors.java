package io.lambdafs.store.ndb.cluster;

import com.mysql.ndbjtie.ndbapi.NdbErrorConst;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import java.util.Map;

/** Translates the NDB API's error codes into the port's kinds; the only place that does. */
final class NdbErrors {
    /** No row has the key. */
    static final int ABSENT = 626;
    /** A row with the key exists. */
    static final int PRESENT = 630;
    /** A read that does not wait found the row locked. */
    static final int TAKEN = 635;
    /** No node of the cluster can be reached. */
    static final int CLUSTER_LOST = 4009;
    /** A table that is to be created exists. */
    static final int TABLE_EXISTS = 721;
    /** No such table. */
    static final int NO_TABLE = 723;
    /** An event with this name exists. */
    static final int EVENT_EXISTS = 746;
    /** The tables that statistics of ordered indexes go to do not exist. */
    static final int NO_STATISTICS_TABLES = 4714;

    private static final Map<Integer, Kind> KINDS = Map.ofEntries(
            Map.entry(ABSENT, Kind.MISSING_ROW),
            Map.entry(PRESENT, Kind.DUPLICATE_KEY),
            Map.entry(893, Kind.DUPLICATE_KEY), // a unique index has the value
            Map.entry(CLUSTER_LOST, Kind.UNAVAILABLE),
            Map.entry(TAKEN, Kind.CONFLICT),
            Map.entry(266, Kind.CONFLICT), // waited too long for a lock
            Map.entry(274, Kind.CONFLICT),
            Map.entry(237, Kind.EXPIRED), // the transaction was idle for too long
            Map.entry(296, Kind.EXPIRED),
            Map.entry(297, Kind.EXPIRED));

    private static final Map<Integer, Kind> CLASSES = Map.of(
            NdbErrorConst.Classification.NoDataFound, Kind.MISSING_ROW,
            NdbErrorConst.Classification.ConstraintViolation, Kind.DUPLICATE_KEY,
            NdbErrorConst.Classification.SchemaError, Kind.INCOMPATIBLE,
            NdbErrorConst.Classification.InsufficientSpace, Kind.UNAVAILABLE,
            NdbErrorConst.Classification.TemporaryResourceError, Kind.UNAVAILABLE,
            NdbErrorConst.Classification.NodeRecoveryError, Kind.UNAVAILABLE,
            NdbErrorConst.Classification.OverloadError, Kind.UNAVAILABLE,
            NdbErrorConst.Classification.TimeoutExpired, Kind.CONFLICT,
            NdbErrorConst.Classification.UnknownResultError, Kind.UNAVAILABLE,
            NdbErrorConst.Classification.NodeShutdown, Kind.UNAVAILABLE);

    private NdbErrors() {}

    static StoreException translate(NdbErrorConst error) {
        return new StoreException(kindOf(error), "the cluster said: " + error.code() + " " + error.message());
    }

    /** As {@link #translate}, and says what was being done. */
    static StoreException translate(NdbErrorConst error, String doing) {
        return new StoreException(
                kindOf(error), doing + " failed: the cluster said: " + error.code() + " " + error.message());
    }

    private static Kind kindOf(NdbErrorConst error) {
        Kind byCode = KINDS.get(error.code());
        if (byCode != null) {
            return byCode;
        }
        boolean mayPass = error.status() == NdbErrorConst.Status.TemporaryError
                || error.status() == NdbErrorConst.Status.UnknownResult;
        return CLASSES.getOrDefault(error.classification(), mayPass ? Kind.UNAVAILABLE : Kind.INTERNAL);
    }
}
