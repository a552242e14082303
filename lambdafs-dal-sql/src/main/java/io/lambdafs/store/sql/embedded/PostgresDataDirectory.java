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
final class PostgresDataDirectory {
    private static final int PASSWORD_BYTES = 24;
    private static final long STEP_BOUND_SECONDS = 120;

    private static final String ACCESS = """
            # Written at each start: changes made here are lost.
            host lambdafs lambdafs 127.0.0.1/32 scram-sha-256
            host lambdafs lambdafs_datanode 127.0.0.1/32 scram-sha-256
            """;

    /** The files with the passwords of the owner and of DataNodes. */
    private static final String OWNERS = "password";

    private static final String DATANODES = "datanode-password";

    private final Path home;
    private final Path pgdata;
    private final Release release;
    private final PostgresBinaries binaries;
    private final ServerAccount account;

    PostgresDataDirectory(Path home, Release release, PostgresBinaries binaries, ServerAccount account) {
        this.home = home;
        this.release = release;
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
                release.beforeCreation()
                        + "CREATE ROLE " + EmbeddedPostgres.NAME + " LOGIN PASSWORD '" + password + "';\n"
                        + "CREATE DATABASE " + EmbeddedPostgres.NAME + " OWNER " + EmbeddedPostgres.NAME + ";\n");
        savePassword(OWNERS, password);
        addDataNodes(unfinished);
        Files.move(unfinished, pgdata, StandardCopyOption.ATOMIC_MOVE);
    }

    /** Makes the login of DataNodes, which has no rights yet, in data of an earlier version. The server must not run. */
    void addDataNodesIfAbsent() throws IOException {
        if (!Files.exists(home.resolve(DATANODES))) {
            addDataNodes(pgdata);
        }
    }

    private void addDataNodes(Path data) throws IOException {
        String password = newPassword();
        String login = EmbeddedPostgres.DATANODE;
        // On one line, because such a server takes each line for a statement. It may have been interrupted before.
        run(
                List.of(binaries.program("postgres").toString(), "--single", "-D", data.toString(), "postgres"),
                "DO $$BEGIN IF EXISTS (SELECT FROM pg_roles WHERE rolname = '" + login + "') THEN ALTER ROLE " + login
                        + " PASSWORD '" + password + "'; ELSE CREATE ROLE " + login + " LOGIN PASSWORD '" + password
                        + "'; END IF; END$$;\n");
        savePassword(DATANODES, password);
    }

    /** Writes the configuration that this release wants. */
    void configure() throws IOException {
        replace(pgdata.resolve("postgresql.conf"), release.configuration());
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

    private void savePassword(String name, String password) throws IOException {
        Path file = home.resolve(name);
        Files.deleteIfExists(file);
        Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(file, password);
    }

    static String password(Path home) {
        return password(home, OWNERS);
    }

    static String dataNodePassword(Path home) {
        return password(home, DATANODES);
    }

    private static String password(Path home, String name) {
        try {
            return Files.readString(home.resolve(name)).trim();
        } catch (IOException e) {
            throw new EmbeddedPostgresException(
                    "The store's password in " + home.resolve(name)
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
