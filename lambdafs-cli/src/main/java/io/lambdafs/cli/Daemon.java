package io.lambdafs.cli;

import io.lambdafs.cli.network.BindAddress;
import io.lambdafs.cli.process.Component;
import io.lambdafs.cli.process.Detaching;
import io.lambdafs.cli.process.PidFile;
import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** A component that is a process of its own session, known by a file with its process id. */
final class Daemon implements Component {
    private static final Duration READY = Duration.ofSeconds(60);
    private static final Duration STOP = Duration.ofSeconds(15);
    private static final long POLL_MILLIS = 20;
    private static final long LARGE_LOG_BYTES = 16L << 20;
    private static final int SAID_AT_THE_END = 2_000;

    private final Spec spec;
    private final Path log;
    private final PidFile pidFile;
    private long logBefore;

    /**
     * What to run.
     *
     * @param name of the component
     * @param command program and arguments, made when they are needed
     * @param environment variables added to the user's
     * @param readyMark what a line of its output begins with when it serves; the rest of the line is its address
     * @param port the port that it needs, if it needs a certain one
     * @param atEnd what to do when it has ended by itself after it was told to
     */
    record Spec(
            String name,
            Supplier<List<String>> command,
            Map<String, String> environment,
            String readyMark,
            Optional<NeededPort> port,
            Runnable atEnd) {}

    /** A port that must be free at an address, and the option that changes it. */
    record NeededPort(BindAddress address, int number, String option) {}

    Daemon(Spec spec, DataDirectory data) {
        this.spec = spec;
        log = data.log(spec.name());
        pidFile = new PidFile(data.pidFile(spec.name()));
    }

    @Override
    public String name() {
        return spec.name();
    }

    @Override
    public OptionalLong pid() {
        return pidFile.running().map(ProcessHandle::pid).map(OptionalLong::of).orElse(OptionalLong.empty());
    }

    @Override
    public String address() {
        return readyLine(0).orElse("");
    }

    @Override
    public void requireStartable() {
        spec.port().ifPresent(port -> Ports.requireFree(spec.name(), port.address(), port.option(), port.number()));
    }

    @Override
    public void start() {
        try {
            keepLogSmall();
            logBefore = Files.exists(log) ? Files.size(log) : 0;
            List<String> command = new ArrayList<>(Detaching.prefix());
            command.addAll(spec.command().get());
            ProcessBuilder builder = new ProcessBuilder(command)
                    .redirectInput(Redirect.from(new File("/dev/null")))
                    .redirectErrorStream(true)
                    .redirectOutput(Redirect.appendTo(log.toFile()));
            builder.environment().keySet().removeIf(name -> name.startsWith("LAMBDAFS_"));
            builder.environment().putAll(spec.environment());
            pidFile.write(builder.start().toHandle());
        } catch (IOException e) {
            throw new CliException("cannot start " + spec.name() + " (" + e.getMessage() + ")", e);
        }
    }

    @Override
    public void awaitReady() {
        long deadline = System.nanoTime() + READY.toNanos();
        while (readyLine(logBefore).isEmpty()) {
            if (!isRunning()) {
                throw new CliException(
                        spec.name() + " ended while starting; the end of " + log + " says:\n" + endOfLog());
            }
            if (System.nanoTime() > deadline) {
                throw new CliException(spec.name() + " did not get ready within " + READY.toSeconds()
                        + " s; the end of " + log + " says:\n" + endOfLog());
            }
            pause();
        }
    }

    @Override
    public void stop() {
        pidFile.running().ifPresent(process -> {
            process.destroy();
            if (hasEnded()) {
                spec.atEnd().run();
            } else {
                process.destroyForcibly();
                hasEnded();
            }
        });
        pidFile.delete();
    }

    /** Waits, because Java's own notice of the end of a process that is not a child comes late. */
    private boolean hasEnded() {
        long deadline = System.nanoTime() + STOP.toNanos();
        while (isRunning()) {
            if (System.nanoTime() > deadline) {
                return false;
            }
            pause();
        }
        return true;
    }

    /** What follows the mark in the last line that has it, from this place in the log on. */
    private Optional<String> readyLine(long from) {
        return logFrom(from)
                .lines()
                .filter(line -> line.startsWith(spec.readyMark()))
                .reduce((earlier, later) -> later)
                .map(line -> line.substring(spec.readyMark().length()).strip());
    }

    private String logFrom(long from) {
        try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "r")) {
            file.seek(Math.min(from, file.length()));
            byte[] bytes = new byte[(int) Math.min(file.length() - file.getFilePointer(), LARGE_LOG_BYTES)];
            file.readFully(bytes);
            return new String(bytes, StandardCharsets.UTF_8);
        } catch (IOException none) {
            return "";
        }
    }

    private String endOfLog() {
        String said = logFrom(logBefore);
        return said.substring(Math.max(0, said.length() - SAID_AT_THE_END)).strip();
    }

    private void keepLogSmall() throws IOException {
        if (Files.exists(log) && Files.size(log) > LARGE_LOG_BYTES) {
            Files.move(log, log.resolveSibling(log.getFileName() + ".1"), StandardCopyOption.REPLACE_EXISTING);
        }
    }

    private void pause() {
        try {
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CliException("interrupted while waiting for " + spec.name(), e);
        }
    }
}
