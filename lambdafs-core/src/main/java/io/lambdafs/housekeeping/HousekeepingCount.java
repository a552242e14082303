package io.lambdafs.housekeeping;

/** What the housekeeping counts of its work. */
public enum HousekeepingCount {
    /** Blocks whose replication was looked at. */
    BLOCKS_CHECKED,
    /** Copies that DataNodes were ordered to make; one that is not made in time is ordered and counted again. */
    COPIES_ORDERED,
    /** Replicas that DataNodes were ordered to delete. */
    DELETIONS_ORDERED,
    /** Replicas that were forgotten because their storage is lost. */
    REPLICAS_FORGOTTEN,
    /** DataNodes that were silent for so long that they are not listed any more. */
    DATANODES_FORGOTTEN,
    /** Open files whose writer was not heard of. */
    LEASES_CHECKED,
    /** Recoveries of blocks that DataNodes without the right to change files had reported. */
    RECOVERIES_TAKEN_IN,
    /** Deleted directories that were emptied for a NameNode that did not come to it. */
    DIRECTORIES_EMPTIED,
    /** Versions of inodes that no snapshot showed any more. */
    VERSIONS_FORGOTTEN,
    /** Volumes whose directories were removed. */
    VOLUMES_DELETED,
    /** Outcomes of requests that were forgotten because of their age. */
    OUTCOMES_FORGOTTEN,
    /** Times that a block key took the place of another, or was forgotten. */
    BLOCK_KEYS_RENEWED
}
