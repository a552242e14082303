package io.lambdafs.cli.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/** A file with a process's id and start time, so that a stranger who got the same id later is not taken for it. */
public final class PidFile {
    /** The start time that the operating system reports shifts a little when the clock is adjusted. */
    private static final long TOLERANCE_MILLIS = 2_000;

    private final Path file;

    /** A record that need not exist yet. */
    public PidFile(Path file) {
        this.file = file;
    }

    /** Records the process in place of what was there. */
    public void write(ProcessHandle process) {
        try {
            Files.writeString(file, process.pid() + " " + start(process).orElse(0L) + "\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The process, if it is still running. */
    public Optional<ProcessHandle> running() {
        String[] parts;
        try {
            parts = Files.readString(file).strip().split(" ", -1);
        } catch (IOException none) {
            return Optional.empty();
        }
        try {
            return parts.length == 2 ? running(Long.parseLong(parts[0]), Long.parseLong(parts[1])) : Optional.empty();
        } catch (NumberFormatException damaged) {
            return Optional.empty();
        }
    }

    /** Forgets the process. */
    public void delete() {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Optional<ProcessHandle> running(long pid, long started) {
        return ProcessHandle.of(pid)
                .filter(ProcessHandle::isAlive)
                .filter(process -> !hasEnded(process))
                .filter(process -> start(process)
                        .filter(actual -> Math.abs(actual - started) <= TOLERANCE_MILLIS)
                        .isPresent());
    }

    /** Where nobody collects the exit codes of orphans, as in many containers, an ended process keeps its id. */
    private static boolean hasEnded(ProcessHandle process) {
        try {
            String state = Files.readString(Path.of("/proc", Long.toString(process.pid()), "stat"));
            return state.startsWith(" Z", state.lastIndexOf(')') + 1);
        } catch (IOException notLinux) {
            return false;
        }
    }

    private static Optional<Long> start(ProcessHandle process) {
        return process.info().startInstant().map(Instant::toEpochMilli);
    }
}
