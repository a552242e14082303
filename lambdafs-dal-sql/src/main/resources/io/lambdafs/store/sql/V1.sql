-- The first layout. A change to it is a further file, never an edit of this one.

CREATE TABLE identity (
    only_row        boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    namespace_id    integer NOT NULL,
    cluster_id      text NOT NULL,
    block_pool_id   text NOT NULL,
    creation_millis bigint NOT NULL
);

INSERT INTO identity (namespace_id, cluster_id, block_pool_id, creation_millis)
SELECT 1 + floor(random() * 2147483646)::integer,
       'CID-' || gen_random_uuid(),
       'BP-' || (1 + floor(random() * 2147483646)::bigint) || '-127.0.0.1-' || now_millis,
       now_millis
FROM (SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint) AS moment (now_millis);

-- Rows are rewritten in place (same page, no index touched) when only times or lengths change: hence the room.
CREATE TABLE inodes (
    id                  bigint PRIMARY KEY,
    parent_id           bigint NOT NULL,
    name                bytea NOT NULL CHECK (length(name) <= 255),
    directory           boolean NOT NULL,
    mode                integer NOT NULL,
    owner_name          text NOT NULL,
    group_name          text NOT NULL,
    modification_millis bigint NOT NULL,
    access_millis       bigint NOT NULL,
    replication         integer NOT NULL,
    block_size          bigint NOT NULL,
    length              bigint NOT NULL,
    client_name         text,
    client_host         text,
    CONSTRAINT inodes_key UNIQUE (parent_id, name)
) WITH (fillfactor = 85);

CREATE INDEX inodes_under_construction ON inodes (client_name, id) WHERE client_name IS NOT NULL;

INSERT INTO inodes
SELECT 16385, 0, '', true, 493, 'hdfs', 'supergroup', creation_millis, 0, 0, 0, 0, NULL, NULL FROM identity;

CREATE TABLE blocks (
    id               bigint PRIMARY KEY,
    file_id          bigint NOT NULL,
    position         integer NOT NULL,
    generation_stamp bigint NOT NULL,
    length           bigint NOT NULL,
    state            smallint NOT NULL,
    recovery_id      bigint NOT NULL,
    expected         text[] NOT NULL,
    CONSTRAINT blocks_position UNIQUE (file_id, position)
) WITH (fillfactor = 85);

CREATE TABLE replicas (
    block_id         bigint NOT NULL,
    storage_id       text NOT NULL,
    generation_stamp bigint NOT NULL,
    length           bigint NOT NULL,
    state            smallint NOT NULL,
    PRIMARY KEY (block_id, storage_id)
) WITH (fillfactor = 85);

CREATE INDEX replicas_on_storage ON replicas (storage_id, block_id);

CREATE TABLE datanodes (
    id               text PRIMARY KEY,
    host_name        text NOT NULL,
    ip_address       text NOT NULL,
    transfer_port    integer NOT NULL,
    info_port        integer NOT NULL,
    ipc_port         integer NOT NULL,
    software_version text NOT NULL,
    heard            timestamptz NOT NULL,
    active_transfers integer NOT NULL
) WITH (fillfactor = 50);

CREATE TABLE storages (
    id              text PRIMARY KEY,
    datanode_id     text NOT NULL,
    type            text NOT NULL,
    failed          boolean NOT NULL,
    capacity        bigint NOT NULL,
    dfs_used        bigint NOT NULL,
    remaining       bigint NOT NULL,
    block_pool_used bigint NOT NULL
) WITH (fillfactor = 50);

CREATE INDEX storages_of_datanode ON storages (datanode_id);

CREATE TABLE leases (
    client_name text PRIMARY KEY,
    renewed     timestamptz NOT NULL
) WITH (fillfactor = 50);

-- Nobody has looked at a block yet whose time is -infinity.
CREATE TABLE replication_queue (
    block_id  bigint PRIMARY KEY,
    looked_at timestamptz NOT NULL
);

CREATE INDEX replication_queue_order ON replication_queue (looked_at);

CREATE TABLE commands (
    id                   bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    datanode_id          text NOT NULL,
    kind                 smallint NOT NULL,
    block_id             bigint NOT NULL,
    generation_stamp     bigint NOT NULL,
    length               bigint NOT NULL,
    new_generation_stamp bigint NOT NULL,
    storages             text[] NOT NULL
);

CREATE INDEX commands_of_datanode ON commands (datanode_id, id);

CREATE TABLE roles (
    role       text PRIMARY KEY,
    owner      text NOT NULL,
    held_until timestamptz NOT NULL
) WITH (fillfactor = 50);

-- A fenced writer's row is deleted; its number is never given to another.
CREATE TABLE writers (
    id         bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    label      text NOT NULL,
    registered timestamptz NOT NULL DEFAULT clock_timestamp()
);

CREATE TABLE outcomes (
    client     uuid NOT NULL,
    sequence   bigint NOT NULL,
    outcome    bytea NOT NULL,
    recorded   timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (client, sequence)
);

-- Rows come in the order of their times, so that the smallest index there is finds the old ones.
CREATE INDEX outcomes_by_age ON outcomes USING brin (recorded) WITH (pages_per_range = 16, autosummarize = on);

CREATE TABLE sequences (
    name text PRIMARY KEY,
    next bigint NOT NULL
) WITH (fillfactor = 50);

INSERT INTO sequences VALUES ('INODE', 16386), ('BLOCK', 1073741824), ('GENERATION_STAMP', 1001);

-- Admits a writer for this transaction. The lock comes first: a query's snapshot taken before it would not see a fence
-- that was committed while this waited, and this function's queries each take their own. Who fences asks for the lock
-- exclusively, so that failing to get it at once means being fenced.
CREATE FUNCTION admit_writer(writer bigint) RETURNS boolean LANGUAGE plpgsql VOLATILE AS $$
BEGIN
    IF NOT pg_try_advisory_xact_lock_shared(writer) THEN
        RETURN false;
    END IF;
    RETURN EXISTS (SELECT FROM writers WHERE id = writer);
END
$$;

-- Admits a writer for a client's request: waits for an earlier transaction of the request, then looks for its outcome.
CREATE FUNCTION admit_request(
    writer bigint, asking uuid, number bigint, hash_high integer, hash_low integer,
    OUT admitted boolean, OUT prior bytea
) LANGUAGE plpgsql VOLATILE AS $$
BEGIN
    admitted := admit_writer(writer);
    IF admitted THEN
        PERFORM pg_advisory_xact_lock(hash_high, hash_low);
        SELECT o.outcome INTO prior FROM outcomes o WHERE o.client = asking AND o.sequence = number;
    END IF;
END
$$;

-- Locks inodes one after another (1 shared, 2 exclusive, 0 not at all) and returns them as they are then.
CREATE FUNCTION lock_inodes(ids bigint[], modes smallint[]) RETURNS SETOF inodes LANGUAGE plpgsql VOLATILE AS $$
BEGIN
    FOR i IN 1 .. cardinality(ids) LOOP
        IF modes[i] = 2 THEN
            RETURN QUERY SELECT * FROM inodes WHERE id = ids[i] FOR UPDATE;
        ELSIF modes[i] = 1 THEN
            RETURN QUERY SELECT * FROM inodes WHERE id = ids[i] FOR SHARE;
        ELSE
            RETURN QUERY SELECT * FROM inodes WHERE id = ids[i];
        END IF;
    END LOOP;
END
$$;

-- Walks from the root by names, as far as they exist. One snapshot, the caller's; a recursive query takes longer.
CREATE FUNCTION resolve_path(root bigint, names bytea[]) RETURNS SETOF inodes LANGUAGE plpgsql STABLE AS $$
DECLARE
    met inodes;
    next_name bytea;
BEGIN
    SELECT * INTO met FROM inodes WHERE id = root;
    RETURN NEXT met;
    FOREACH next_name IN ARRAY names LOOP
        EXIT WHEN NOT met.directory;
        SELECT * INTO met FROM inodes WHERE parent_id = met.id AND name = next_name;
        EXIT WHEN NOT FOUND;
        RETURN NEXT met;
    END LOOP;
END
$$;

-- The children of directories, given in order, from the first after a key.
CREATE FUNCTION children_of(parents bigint[], after_parent bigint, after_name bytea, most integer)
RETURNS SETOF inodes LANGUAGE plpgsql STABLE AS $$
DECLARE
    parent bigint;
    found_rows integer;
    remaining integer := most;
BEGIN
    FOREACH parent IN ARRAY parents LOOP
        EXIT WHEN remaining <= 0;
        RETURN QUERY SELECT * FROM inodes
            WHERE parent_id = parent AND name > CASE WHEN parent = after_parent THEN after_name ELSE '' END
            ORDER BY name LIMIT remaining;
        GET DIAGNOSTICS found_rows = ROW_COUNT;
        remaining := remaining - found_rows;
    END LOOP;
END
$$;
