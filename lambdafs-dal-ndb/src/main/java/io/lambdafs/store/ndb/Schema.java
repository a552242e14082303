package io.lambdafs.store.ndb;

import static io.lambdafs.store.ndb.cluster.ColumnDefinition.bigint;
import static io.lambdafs.store.ndb.cluster.ColumnDefinition.bytes;
import static io.lambdafs.store.ndb.cluster.ColumnDefinition.integer;
import static io.lambdafs.store.ndb.cluster.IndexDefinition.ordered;

import io.lambdafs.store.Detail;
import io.lambdafs.store.FeaturesCodec;
import io.lambdafs.store.ndb.NdbMigrations.Migration;
import io.lambdafs.store.ndb.cluster.TableDefinition;
import java.util.List;

/** The tables of the store, in the first version. Never to be changed but by a further one. */
final class Schema {
    static final int FIRST_VERSION = 1;

    /** The most bytes of a host's, a user's or a DataNode's name. */
    private static final int SHORT_TEXT = 255;

    /** The most bytes of a client's name. */
    private static final int CLIENT_NAME = 512;

    /** The most bytes of a list of storages: 512 of them, as DataNodes name them. */
    private static final int STORAGES = 22_000;

    /** The most bytes of a request's recorded outcome. */
    private static final int OUTCOME = 26_000;

    /** Scans in the order of the primary key. */
    static final String IN_ORDER = "in_order";

    static final String BY_AGE = "by_age";
    static final String OF_CLIENT = "of_client";
    static final String OF_DATANODE = "of_datanode";
    static final String ON_STORAGE = "on_storage";

    static final TableDefinition INODES = new TableDefinition(
            "inodes",
            List.of(
                    bigint("parent_id"),
                    bytes("name", 255),
                    bigint("id"),
                    integer("directory"),
                    integer("mode"),
                    bytes("owner_name", SHORT_TEXT),
                    bytes("group_name", SHORT_TEXT),
                    bigint("modification_millis"),
                    bigint("access_millis"),
                    integer("replication"),
                    bigint("block_size"),
                    bigint("length"),
                    bytes("client_name", CLIENT_NAME).orNull(),
                    bytes("client_host", SHORT_TEXT).orNull(),
                    integer("observed")),
            2,
            1,
            List.of(ordered(IN_ORDER, 0, 1), ordered(OF_CLIENT, 12, 2)));

    /** Where an inode is, by its id. */
    static final TableDefinition INODE_KEYS = new TableDefinition(
            "inode_keys", List.of(bigint("id"), bigint("parent_id"), bytes("name", 255)), 1, 1, List.of());

    /** The features of the inodes that have some. Since version 5. */
    static final TableDefinition INODE_FEATURES = new TableDefinition(
            "inode_features", List.of(bigint("id"), bytes("features", FeaturesCodec.MAX_BYTES)), 1, 1, List.of());

    /** Values of inodes that are too large, too rare or too busy for their rows. Since version 5. */
    static final TableDefinition INODE_DETAILS = new TableDefinition(
            "inode_details",
            List.of(bigint("inode_id"), integer("kind"), bigint("label"), bytes("value", Detail.MAX_BYTES)),
            3,
            1,
            List.of(ordered(IN_ORDER, 0, 1, 2)));

    static final TableDefinition BLOCKS = new TableDefinition(
            "blocks",
            List.of(
                    bigint("file_id"),
                    integer("position"),
                    bigint("id"),
                    bigint("generation_stamp"),
                    bigint("length"),
                    integer("state"),
                    bigint("recovery_id"),
                    bytes("expected", STORAGES)),
            2,
            1,
            List.of(ordered(IN_ORDER, 0, 1)));

    /** Where a block is, by its id. */
    static final TableDefinition BLOCK_PLACES = new TableDefinition(
            "block_places", List.of(bigint("id"), bigint("file_id"), integer("position")), 1, 1, List.of());

    static final TableDefinition REPLICAS = new TableDefinition(
            "replicas",
            List.of(
                    bigint("block_id"),
                    bytes("storage_id", SHORT_TEXT),
                    bigint("generation_stamp"),
                    bigint("length"),
                    integer("state")),
            2,
            1,
            List.of(ordered(IN_ORDER, 0, 1), ordered(ON_STORAGE, 1, 0)));

    static final TableDefinition DATANODES = new TableDefinition(
            "datanodes",
            List.of(
                    bytes("id", SHORT_TEXT),
                    bytes("host_name", SHORT_TEXT),
                    bytes("ip_address", SHORT_TEXT),
                    integer("transfer_port"),
                    integer("info_port"),
                    integer("ipc_port"),
                    bytes("software_version", SHORT_TEXT),
                    bigint("heard_micros"),
                    integer("active_transfers")),
            1,
            1,
            List.of(ordered(IN_ORDER, 0)));

    static final TableDefinition STORAGES_TABLE = new TableDefinition(
            "storages",
            List.of(
                    bytes("id", SHORT_TEXT),
                    bytes("datanode_id", SHORT_TEXT),
                    bytes("type", SHORT_TEXT),
                    integer("failed"),
                    bigint("capacity"),
                    bigint("dfs_used"),
                    bigint("remaining"),
                    bigint("block_pool_used")),
            1,
            1,
            List.of(ordered(OF_DATANODE, 1, 0)));

    static final TableDefinition LEASES = new TableDefinition(
            "leases",
            List.of(bytes("client_name", CLIENT_NAME), bigint("renewed_micros")),
            1,
            1,
            List.of(ordered(BY_AGE, 1)));

    static final TableDefinition REPLICATION_QUEUE = new TableDefinition(
            "replication_queue",
            List.of(bigint("block_id"), bigint("looked_at_micros")),
            1,
            1,
            List.of(ordered(BY_AGE, 1)));

    /** What is wrong with blocks in the replication queue, as the last look found. Since version 2. */
    static final TableDefinition BLOCK_FLAWS = new TableDefinition(
            "block_flaws", List.of(bigint("block_id"), integer("flaws")), 1, 1, List.of(ordered(IN_ORDER, 0)));

    /** How many replicas a DataNode has, and when it reported all of them. Since version 2. */
    static final TableDefinition DATANODE_REPORTS = new TableDefinition(
            "datanode_reports",
            List.of(bytes("datanode_id", SHORT_TEXT), bigint("replicas"), bigint("reported_micros")),
            1,
            1,
            List.of(ordered(IN_ORDER, 0)));

    static final TableDefinition COMMANDS = new TableDefinition(
            "commands",
            List.of(
                    bytes("datanode_id", SHORT_TEXT),
                    bigint("sent_micros"),
                    bigint("number"),
                    integer("kind"),
                    bigint("block_id"),
                    bigint("generation_stamp"),
                    bigint("length"),
                    bigint("new_generation_stamp"),
                    bytes("storages", STORAGES)),
            3,
            1,
            List.of(ordered(IN_ORDER, 0, 1, 2)));

    static final TableDefinition ROLES = new TableDefinition(
            "roles",
            List.of(bytes("role", SHORT_TEXT), bytes("owner", SHORT_TEXT), bigint("held_until_micros")),
            1,
            1,
            List.of(ordered(IN_ORDER, 0)));

    static final TableDefinition OUTCOMES = new TableDefinition(
            "outcomes",
            List.of(bytes("client", 16), bigint("sequence"), bigint("recorded_micros"), bytes("outcome", OUTCOME)),
            2,
            1,
            List.of(ordered(BY_AGE, 2)));

    /** The writers that are not fenced. */
    static final TableDefinition WRITERS = new TableDefinition(
            "writers", List.of(bigint("id"), bytes("label", 1020)), 1, 1, List.of(ordered(IN_ORDER, 0)));

    /** What a writer's transactions hold shared, and a caller that waits for their end takes exclusively. */
    static final TableDefinition WRITER_LOCKS = new TableDefinition(
            "writer_locks", List.of(bigint("id"), bigint("registered_micros")), 1, 1, List.of(ordered(IN_ORDER, 0)));

    static final TableDefinition SEQUENCES =
            new TableDefinition("sequences", List.of(bytes("name", 64), bigint("next")), 1, 1, List.of());

    static final TableDefinition CLOCK =
            new TableDefinition("clock", List.of(integer("only_row"), bigint("micros")), 1, 1, List.of());

    /** What the database holds, and in which version. Its row is the last to be written. */
    static final TableDefinition IDENTITY = new TableDefinition(
            "identity",
            List.of(
                    integer("only_row"),
                    integer("schema_version"),
                    integer("namespace_id"),
                    bytes("cluster_id", SHORT_TEXT),
                    bytes("block_pool_id", SHORT_TEXT),
                    bigint("creation_millis")),
            1,
            1,
            List.of());

    /** Among how many deployments the namespace is divided; no row until somebody asks. */
    static final TableDefinition DEPLOYMENTS =
            new TableDefinition("deployments", List.of(integer("only_row"), integer("number")), 1, 1, List.of());

    /** What is said of moves to another store, and from one. Since version 4. */
    static final TableDefinition MOVES =
            new TableDefinition("moves", List.of(bytes("side", 16), bytes("state", 4096)), 1, 1, List.of());

    /** The tables of the first version; those that have got an index since have it. */
    static final List<TableDefinition> TABLES = List.of(
            INODES,
            INODE_KEYS,
            BLOCKS,
            BLOCK_PLACES,
            REPLICAS,
            DATANODES,
            STORAGES_TABLE,
            LEASES,
            REPLICATION_QUEUE,
            COMMANDS,
            ROLES,
            OUTCOMES,
            WRITERS,
            WRITER_LOCKS,
            SEQUENCES,
            CLOCK,
            IDENTITY);

    /** What has changed since: the first takes a database from the first version to the second, and so on. */
    static final List<Migration> MIGRATIONS = List.of(
            new Migration(List.of(BLOCK_FLAWS, DATANODE_REPORTS), nothing -> {}),
            new Migration(List.of(DEPLOYMENTS), nothing -> {}),
            // The index of the roles is new, too.
            new Migration(List.of(MOVES, ROLES), Moves::fill),
            new Migration(List.of(INODE_FEATURES, INODE_DETAILS), nothing -> {}));

    private Schema() {}
}
