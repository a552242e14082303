package io.lambdafs.store.sql.embedded;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The directory in which an embedded server keeps its data, its configuration and its password. */
final class DataDirectory {
    private static final int PASSWORD_BYTES = 24;
    private static final long STEP_BOUND_SECONDS = 120;

    /*
     * One machine with few cores: little memory, no helpers for parallel queries or replication. Everything about
     * durability is as PostgreSQL delivers it. Deadlocks are looked for soon, since callers try again. A password of 192
     * random bits gains nothing by being hashed thousands of times, which would make each connection dear.
     */
    private static final String CONFIGURATION = """
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

    private static final String ACCESS = """
            # Written at each start: changes made here are lost.
            host lambdafs lambdafs 127.0.0.1/32 scram-sha-256
            """;

    private final Path home;
    private final Path pgdata;
    private final PostgresBinaries binaries;
    private final ServerAccount account;

    DataDirectory(Path home, PostgresBinaries binaries, ServerAccount account) {
        this.home = home;
        this.binaries = binaries;
        this.account = account;
        pgdata = home.resolve("pgdata");
    }

    /** Creates data, user and database; what an interrupted attempt left is taken out first. */
    void createIfAbsent() throws IOException {
        if (Files.exists(pgdata)) {
            return;
        }
        Path unfinished = home.resolve(".creating");
        FileTrees.delete(unfinished);
        account.own(unfinished);
        run(
                List.of(
                        binaries.program("initdb").toString(),
                        "--pgdata=" + unfinished,
                        "--username=postgres",
                        "--auth=reject",
                        "--encoding=UTF8",
                        "--locale=C",
                        "--no-instructions"),
                "");
        String password = newPassword();
        run(
                List.of(binaries.program("postgres").toString(), "--single", "-D", unfinished.toString(), "postgres"),
                "SET scram_iterations = 1;\n"
                        + "CREATE ROLE " + EmbeddedPostgres.NAME + " LOGIN PASSWORD '" + password + "';\n"
                        + "CREATE DATABASE " + EmbeddedPostgres.NAME + " OWNER " + EmbeddedPostgres.NAME + ";\n");
        savePassword(password);
        Files.move(unfinished, pgdata, StandardCopyOption.ATOMIC_MOVE);
    }

    /** Writes the configuration that this release wants. */
    void configure() throws IOException {
        replace(pgdata.resolve("postgresql.conf"), CONFIGURATION);
        replace(pgdata.resolve("pg_hba.conf"), ACCESS);
    }

    private void replace(Path file, String content) throws IOException {
        Files.deleteIfExists(file);
        Files.writeString(file, content);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
    }

    private static String newPassword() {
        byte[] random = new byte[PASSWORD_BYTES];
        new SecureRandom().nextBytes(random);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(random);
    }

    private void savePassword(String password) throws IOException {
        Path file = home.resolve("password");
        Files.deleteIfExists(file);
        Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(file, password);
    }

    static String password(Path home) {
        try {
            return Files.readString(home.resolve("password")).trim();
        } catch (IOException e) {
            throw new EmbeddedPostgresException(
                    "The store's password in " + home.resolve("password")
                            + " cannot be read: run this as the user who started PostgreSQL.",
                    e);
        }
    }

    private void run(List<String> command, String input) throws IOException {
        Path output = Files.createTempFile(home, ".output-", ".log");
        Process process = new ProcessBuilder(account.command(command, List.of(pgdata, binaries.program("postgres"))))
                .directory(Path.of("/").toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try (var stdin = process.getOutputStream()) {
            stdin.write(input.getBytes(StandardCharsets.UTF_8));
        }
        try {
            if (!process.waitFor(STEP_BOUND_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new EmbeddedPostgresException(
                        "Creating PostgreSQL's data took longer than " + STEP_BOUND_SECONDS + " s.");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            process.destroyForcibly();
            throw new EmbeddedPostgresException("interrupted while creating PostgreSQL's data", e);
        }
        String said = Files.readString(output);
        Files.deleteIfExists(output);
        // A single-user server ends well even when a statement failed.
        if (process.exitValue() != 0 || said.contains("ERROR:")) {
            throw new EmbeddedPostgresException("PostgreSQL's data could not be created: " + said.strip());
        }
    }
}
