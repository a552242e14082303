package io.lambdafs.runtime;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * A file in which an instance says how it is: {@code DIRECTORY/PID.properties}, so that a frozen one can be asked too.
 * Written when something has changed, and deleted when the instance ends.
 */
final class ReportFile implements AutoCloseable {
    private static final long PERIOD_MILLIS = 500;

    private final Path file;
    private final Supplier<Map<String, Long>> figures;
    private Map<String, Long> written = Map.of();

    private ReportFile(Path file, Supplier<Map<String, Long>> figures) {
        this.file = file;
        this.figures = figures;
    }

    /** Begins to report into this directory, which is created where needed. */
    static ReportFile start(Path directory, Supplier<Map<String, Long>> figures, ScheduledExecutorService executor) {
        Path file = directory.resolve(ProcessHandle.current().pid() + ".properties");
        ReportFile report = new ReportFile(file, figures);
        var unused = executor.scheduleWithFixedDelay(report::write, 0, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
        return report;
    }

    private synchronized void write() {
        Map<String, Long> present = new TreeMap<>(figures.get());
        if (present.equals(written)) {
            return;
        }
        StringBuilder text = new StringBuilder();
        present.forEach(
                (name, value) -> text.append(name).append('=').append(value).append('\n'));
        try {
            Path directory = file.toAbsolutePath().getParent();
            if (directory != null) {
                Files.createDirectories(directory);
            }
            Path next = file.resolveSibling(file.getFileName() + ".new");
            Files.writeString(next, text);
            Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            written = present;
        } catch (IOException e) {
            // Nothing but a line of a status table depends on it; the next turn tries again.
            written = Map.of();
        }
    }

    @Override
    public void close() {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            // A file that stays behind names a process that is no more.
            return;
        }
    }
}
