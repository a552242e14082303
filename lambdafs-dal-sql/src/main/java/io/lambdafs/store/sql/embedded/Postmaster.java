package io.lambdafs.store.sql.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A running server, as its file {@code postmaster.pid} tells of it.
 *
 * @param ready whether it accepts connections
 */
record Postmaster(ProcessHandle process, int port, boolean ready) {
    private static final int PID = 0;
    private static final int PORT = 3;
    private static final int STATUS = 7;

    /** The server of this data directory; none if its file is there but its process is not, as after a crash. */
    static Optional<Postmaster> of(Path pgdata) {
        List<String> lines;
        try {
            lines = Files.readAllLines(pgdata.resolve("postmaster.pid"));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw new EmbeddedPostgresException(
                    "The server's state in " + pgdata + " cannot be read: run this as the user who started it.", e);
        }
        if (lines.size() <= PORT) {
            return Optional.empty();
        }
        try {
            int port = Integer.parseInt(lines.get(PORT).trim());
            boolean ready = lines.size() > STATUS && lines.get(STATUS).trim().equals("ready");
            return ProcessHandle.of(Long.parseLong(lines.get(PID).trim()))
                    .filter(process -> isServer(process))
                    .map(process -> new Postmaster(process, port, ready));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    /**
     * Lets a new server start where the last one was killed and nobody collected its exit code. The new server would
     * take the old one for alive, because its process id is still in use. So the file gets the id of a process that is
     * gone altogether. The rest stays: by it the server finds out whether workers of the last one are still there.
     */
    static void forgetUncollected(Path pgdata) throws IOException {
        Path file = pgdata.resolve("postmaster.pid");
        if (!Files.exists(file)) {
            return;
        }
        List<String> lines = new ArrayList<>(Files.readAllLines(file));
        if (lines.isEmpty() || !isUncollected(lines.get(PID).trim())) {
            return;
        }
        lines.set(PID, Long.toString(numberOfNobody()));
        Files.write(file, lines);
    }

    private static boolean isUncollected(String pid) {
        return pid.matches("\\d{1,18}")
                && ProcessHandle.of(Long.parseLong(pid))
                        .filter(Postmaster::hasEnded)
                        .isPresent();
    }

    private static long numberOfNobody() throws IOException {
        Process process = new ProcessBuilder("true").start();
        try {
            process.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new EmbeddedPostgresException("interrupted while starting PostgreSQL", e);
        }
        return process.pid();
    }

    /** Guards against another program that has got the number of a server that crashed. */
    private static boolean isServer(ProcessHandle process) {
        return process.isAlive()
                && !hasEnded(process)
                && process.info()
                        .command()
                        .map(command -> command.endsWith("/postgres"))
                        .orElse(true);
    }

    /** Where nobody collects the exit codes of orphans, as in many containers, an ended process keeps its number. */
    private static boolean hasEnded(ProcessHandle process) {
        try {
            String state = Files.readString(Path.of("/proc", Long.toString(process.pid()), "stat"));
            return state.startsWith(" Z", state.lastIndexOf(')') + 1);
        } catch (IOException notLinux) {
            return false;
        }
    }
}
