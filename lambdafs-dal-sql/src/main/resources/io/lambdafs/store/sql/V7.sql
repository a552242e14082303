-- What few inodes have, in the bytes of FeaturesCodec; NULL for none. Nothing is rewritten: the column has no default.

ALTER TABLE inodes ADD COLUMN features bytea;

-- Values of an inode that are too large, too rare or too busy for its own row; kinds are the numbers of DetailKind.
CREATE TABLE inode_details (
    inode_id bigint NOT NULL,
    kind     smallint NOT NULL,
    label    bigint NOT NULL,
    value    bytea NOT NULL,
    PRIMARY KEY (inode_id, kind, label)
) WITH (fillfactor = 85);

-- Locks details exclusively, one after another, and returns them as they are then.
CREATE FUNCTION lock_details(inode_ids bigint[], kinds smallint[], labels bigint[])
RETURNS SETOF inode_details LANGUAGE plpgsql VOLATILE AS $$
BEGIN
    FOR i IN 1 .. cardinality(inode_ids) LOOP
        RETURN QUERY SELECT * FROM inode_details AS d
            WHERE d.inode_id = inode_ids[i] AND d.kind = kinds[i] AND d.label = labels[i] FOR UPDATE;
    END LOOP;
END
$$;
