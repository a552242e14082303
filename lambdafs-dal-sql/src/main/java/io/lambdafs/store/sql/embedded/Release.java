package io.lambdafs.store.sql.embedded;

/**
 * What depends on the release of the server's programs.
 *
 * @param majorVersion a data directory belongs to one
 * @param beforeCreation SQL that is run before user and database are created
 * @param configuration the content of {@code postgresql.conf}
 */
record Release(String majorVersion, String beforeCreation, String configuration) {
    /*
     * One machine with few cores: little memory, no helpers for parallel queries or replication. Everything about
     * durability is as PostgreSQL delivers it. Deadlocks are looked for soon, since callers try again. A password of 192
     * random bits gains nothing by being hashed thousands of times, which would make each connection dear.
     */
    private static final String OWN_CONFIGURATION = """
            # Written at each start: changes made here are lost.
            listen_addresses = '127.0.0.1'
            unix_socket_directories = ''
            max_connections = 200
            superuser_reserved_connections = 3
            authentication_timeout = 5s
            password_encryption = 'scram-sha-256'
            scram_iterations = 1
            shared_buffers = 128MB
            work_mem = 4MB
            maintenance_work_mem = 64MB
            huge_pages = off
            io_method = sync
            max_worker_processes = 4
            max_parallel_workers = 0
            max_parallel_workers_per_gather = 0
            max_parallel_maintenance_workers = 0
            jit = off
            fsync = on
            full_page_writes = on
            synchronous_commit = on
            wal_level = minimal
            max_wal_senders = 0
            min_wal_size = 80MB
            max_wal_size = 1GB
            checkpoint_timeout = 5min
            autovacuum = on
            autovacuum_max_workers = 2
            autovacuum_naptime = 20s
            deadlock_timeout = 50ms
            client_connection_check_interval = 500ms
            log_destination = 'stderr'
            log_min_messages = log
            log_checkpoints = off
            log_timezone = 'UTC'
            timezone = 'UTC'
            """;

    /** The one that the build depends on. */
    static final Release OWN = new Release("18", "SET scram_iterations = 1;\n", OWN_CONFIGURATION);
}
