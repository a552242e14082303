package io.lambdafs.coordinator.ndb;

import static io.lambdafs.store.ndb.cluster.ColumnDefinition.bigint;
import static io.lambdafs.store.ndb.cluster.ColumnDefinition.bytes;
import static io.lambdafs.store.ndb.cluster.ColumnDefinition.integer;
import static io.lambdafs.store.ndb.cluster.IndexDefinition.ordered;

import io.lambdafs.store.ndb.cluster.TableDefinition;
import java.util.List;

/** The tables of the coordinator. What is in them is of use only to those who are members. */
final class CoordinationSchema {
    /** Scans in the order of the primary key. */
    static final String IN_ORDER = "in_order";

    static final String OF_LEADER = "of_leader";

    /** The most bytes of an instance's name. */
    static final int INSTANCE = 1020;

    /** The most bytes of an INV that its row has; what is longer is in parts. */
    static final int INV_CONTENT = 2000;

    static final int PART_CONTENT = 12_000;

    /** All members are in one partition, so that a scan asks one node. */
    static final TableDefinition MEMBERS = new TableDefinition(
            "members",
            List.of(
                    integer("place"),
                    bigint("writer"),
                    bigint("registration"),
                    integer("deployment"),
                    bigint("pid"),
                    bytes("instance", INSTANCE),
                    bigint("timeout_millis"),
                    bigint("beat")),
            3,
            1,
            List.of(ordered(IN_ORDER, 0, 1, 2)));

    static final TableDefinition INVS = new TableDefinition(
            "invs",
            List.of(
                    integer("deployment"),
                    bigint("leader"),
                    bigint("sequence"),
                    integer("parts"),
                    bytes("content", INV_CONTENT)),
            3,
            1,
            List.of(ordered(IN_ORDER, 0, 1, 2), ordered(OF_LEADER, 1, 2)));

    static final TableDefinition INV_PARTS = new TableDefinition(
            "inv_parts",
            List.of(
                    integer("deployment"),
                    bigint("leader"),
                    bigint("sequence"),
                    integer("part"),
                    bytes("content", PART_CONTENT)),
            4,
            1,
            List.of(ordered(IN_ORDER, 0, 1, 2, 3)));

    /** Round 0 is the join of the leader. */
    static final TableDefinition ACKS = new TableDefinition(
            "acks",
            List.of(bigint("leader"), bigint("round"), integer("deployment"), bigint("member")),
            4,
            1,
            List.of(ordered(IN_ORDER, 0, 1, 2, 3)));

    static final List<TableDefinition> TABLES = List.of(MEMBERS, INVS, INV_PARTS, ACKS);

    private CoordinationSchema() {}
}
