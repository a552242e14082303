-- Lets a login report as a DataNode does in secure mode, and nothing else. %1$I is the login, %2$I the schema. May be run again.

GRANT USAGE ON SCHEMA %2$I TO %1$I;
GRANT SELECT ON identity, schema_version, moves, blocks TO %1$I;
GRANT SELECT, INSERT, UPDATE, DELETE ON replicas, storages, commands TO %1$I;
GRANT SELECT, INSERT, UPDATE ON datanodes, datanode_reports, replication_queue TO %1$I;
GRANT SELECT, INSERT, DELETE ON writers TO %1$I;
GRANT SELECT, INSERT, UPDATE ON inode_details TO %1$I;

-- PostgreSQL lets nobody lock a row who may not write it. So the owner locks inodes for the login. The path of schemas is
-- fixed, so that the login cannot put tables of its own in the place of the store's.
ALTER FUNCTION lock_inodes(bigint[], smallint[]) SECURITY DEFINER SET search_path = %2$I, pg_temp;
REVOKE EXECUTE ON FUNCTION lock_inodes(bigint[], smallint[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION lock_inodes(bigint[], smallint[]) TO %1$I;

-- The owner of a table sees all rows all the same. Kinds are the numbers of DetailKind: 24 a block key, 28 a report of a recovery.
ALTER TABLE inode_details ENABLE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS datanode_reads ON inode_details;
CREATE POLICY datanode_reads ON inode_details FOR SELECT TO %1$I USING (kind IN (24, 28));
DROP POLICY IF EXISTS datanode_reports ON inode_details;
CREATE POLICY datanode_reports ON inode_details FOR INSERT TO %1$I WITH CHECK (kind = 28);
DROP POLICY IF EXISTS datanode_repeats ON inode_details;
CREATE POLICY datanode_repeats ON inode_details FOR UPDATE TO %1$I USING (kind = 28) WITH CHECK (kind = 28);

ALTER TABLE writers ENABLE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS datanode_reads ON writers;
CREATE POLICY datanode_reads ON writers FOR SELECT TO %1$I USING (true);
DROP POLICY IF EXISTS datanode_registers ON writers;
CREATE POLICY datanode_registers ON writers FOR INSERT TO %1$I WITH CHECK (label LIKE 'datanode %%');
DROP POLICY IF EXISTS datanode_fences ON writers;
CREATE POLICY datanode_fences ON writers FOR DELETE TO %1$I USING (label LIKE 'datanode %%');
