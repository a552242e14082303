package io.lambdafs.namenode.load;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;

/**
 * The CPU time of this process as Linux tells it. Reads {@code /proc}, because Java's management interface takes tens of
 * milliseconds of a cold start to load. Elsewhere the process seems to use no CPU.
 */
public final class ProcessCpu implements CpuTime {
    /** Linux tells these times in hundredths of a second, whatever the kernel's own tick. */
    private static final long NANOS_PER_TICK = 10_000_000;

    /** Of {@code /proc/self/stat}, counted from behind the command's name. */
    private static final int USER_TIME = 11;

    /** With every so many questions the quota is read again: a platform may set it when the process has started. */
    private static final int QUESTIONS_PER_READING = 5;

    private final Path process;
    private final Path cgroups;
    private final int machine;
    private int questions;
    private double cores;

    private ProcessCpu(Path process, Path cgroups, int machine) {
        this.process = process;
        this.cgroups = cgroups;
        this.machine = machine;
    }

    /** Of this process. */
    public static ProcessCpu ofThisProcess() {
        return of(
                Path.of("/proc/self"),
                Path.of("/sys/fs/cgroup"),
                Runtime.getRuntime().availableProcessors());
    }

    /**
     * Of the process that these directories describe.
     *
     * @param machine how many cores there are
     */
    static ProcessCpu of(Path process, Path cgroups, int machine) {
        return new ProcessCpu(process, cgroups, machine);
    }

    @Override
    public long usedNanos() {
        try {
            String text = Files.readString(process.resolve("stat"), StandardCharsets.ISO_8859_1);
            // The command's name, in parentheses, may have blanks in it.
            String[] fields = text.substring(text.lastIndexOf(')') + 1).strip().split(" ");
            return (Long.parseLong(fields[USER_TIME]) + Long.parseLong(fields[USER_TIME + 1])) * NANOS_PER_TICK;
        } catch (IOException | RuntimeException unknown) {
            return 0;
        }
    }

    @Override
    public synchronized double cores() {
        if (questions++ % QUESTIONS_PER_READING == 0) {
            cores = Math.min(quota(process, cgroups).orElse(machine), machine);
        }
        return cores;
    }

    /** The smallest quota of the process's control groups and those above them. */
    private static OptionalDouble quota(Path process, Path cgroups) {
        OptionalDouble least = OptionalDouble.empty();
        for (String line : lines(process.resolve("cgroup"))) {
            String[] parts = line.split(":", 3);
            if (parts.length == 3
                    && (parts[1].isEmpty() || List.of(parts[1].split(",")).contains("cpu"))) {
                Path mount = parts[1].isEmpty() ? cgroups : cgroups.resolve("cpu");
                least = smaller(least, quotaFrom(mount, parts[2]));
            }
        }
        return least;
    }

    private static OptionalDouble quotaFrom(Path mount, String group) {
        OptionalDouble least = OptionalDouble.empty();
        Path relative = Path.of("/").relativize(Path.of(group.startsWith("/") ? group : "/"));
        // Inside a container the group's own directory is the mount.
        for (Path here = mount.resolve(relative).normalize();
                here != null && here.startsWith(mount);
                here = here.getParent()) {
            least = smaller(least, quotaAt(here));
        }
        return least;
    }

    private static OptionalDouble quotaAt(Path group) {
        List<String> unified = lines(group.resolve("cpu.max"));
        if (!unified.isEmpty()) {
            String[] parts = unified.get(0).strip().split(" ");
            return parts.length == 2 ? ratio(parts[0], parts[1]) : OptionalDouble.empty();
        }
        List<String> quota = lines(group.resolve("cpu.cfs_quota_us"));
        List<String> period = lines(group.resolve("cpu.cfs_period_us"));
        return quota.isEmpty() || period.isEmpty()
                ? OptionalDouble.empty()
                : ratio(quota.get(0).strip(), period.get(0).strip());
    }

    private static OptionalDouble ratio(String quota, String period) {
        try {
            double cores = (double) Long.parseLong(quota) / Long.parseLong(period);
            return cores > 0 && Double.isFinite(cores) ? OptionalDouble.of(cores) : OptionalDouble.empty();
        } catch (NumberFormatException unlimited) {
            return OptionalDouble.empty();
        }
    }

    private static OptionalDouble smaller(OptionalDouble a, OptionalDouble b) {
        return a.isPresent() && (b.isEmpty() || a.getAsDouble() <= b.getAsDouble()) ? a : b;
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file, StandardCharsets.ISO_8859_1);
        } catch (IOException absent) {
            return List.of();
        }
    }
}
