-- What is wrong with blocks in the replication queue, as the last look found; bits are those of BlockFlaw.
CREATE TABLE block_flaws (
    block_id bigint PRIMARY KEY,
    flaws    integer NOT NULL
) WITH (fillfactor = 85);

-- How many replicas a DataNode has, and when it reported all of them.
CREATE TABLE datanode_reports (
    datanode_id text PRIMARY KEY,
    replicas    bigint NOT NULL,
    reported    timestamptz NOT NULL
) WITH (fillfactor = 50);
