package io.lambdafs.benchmark;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;

/** What the kernel accounts to a process, read from {@code /proc}. */
final class ProcessFigures {
    /** Linux reports times in ticks of 10 ms on every platform that Java runs on. */
    private static final long MICROS_PER_TICK = 10_000;

    private static final int USER_TICKS = 11;
    private static final int SYSTEM_TICKS = 12;

    private ProcessFigures() {}

    /** CPU time, user and system, that these processes have used so far, in microseconds; ended ones count as 0. */
    static long cpuMicros(Collection<Long> pids) {
        return pids.stream().mapToLong(ProcessFigures::cpuMicros).sum();
    }

    private static long cpuMicros(long pid) {
        try {
            String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
            List<String> fields =
                    List.of(stat.substring(stat.lastIndexOf(')') + 2).split(" "));
            return (Long.parseLong(fields.get(USER_TICKS)) + Long.parseLong(fields.get(SYSTEM_TICKS)))
                    * MICROS_PER_TICK;
        } catch (IOException e) {
            return 0;
        }
    }

    /** Resident memory of a process, in MiB. */
    static long residentMebibytes(long pid) {
        try {
            return Files.readAllLines(Path.of("/proc/" + pid + "/status")).stream()
                    .filter(line -> line.startsWith("VmRSS:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) / 1024)
                    .findFirst()
                    .orElse(0);
        } catch (IOException e) {
            throw new UncheckedIOException("no process " + pid, e);
        }
    }
}
