package io.lambdafs.benchmark.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The limit of CPU time of a process that is in a control group of its own, and how to lower it for a while. Closing it restores the limit.
 */
public final class CpuQuota implements AutoCloseable {
    private static final Path ROOT = Path.of("/sys/fs/cgroup");
    private static final long PERIOD_MICROS = 1_000_000;
    private static final long LEAST_QUOTA_MICROS = 1_000;

    private final Path quota;
    private final Path period;
    private final String quotaBefore;
    private final String periodBefore;

    private CpuQuota(Path quota, Path period) throws IOException {
        this.quota = quota;
        this.period = period;
        this.quotaBefore = Files.readString(quota).strip();
        this.periodBefore = period.equals(quota) ? "" : Files.readString(period).strip();
    }

    /**
     * Lowers the limit of a process and all others in its group.
     *
     * @param share of what the process may use, above 0 and below 1
     * @throws IOException if the process has no limit that could be lowered, or this user may not
     */
    public static CpuQuota lower(long pid, double share) throws IOException {
        for (String line : Files.readAllLines(Path.of("/proc/" + pid + "/cgroup"))) {
            String[] parts = line.split(":", 3);
            if (List.of(parts[1].split(",", -1)).contains("cpu")) {
                Path group = ROOT.resolve("cpu").resolve(parts[2].substring(1));
                return new CpuQuota(group.resolve("cpu.cfs_quota_us"), group.resolve("cpu.cfs_period_us"))
                        .version1(share);
            }
            Path max = ROOT.resolve(parts[2].substring(1)).resolve("cpu.max");
            if (parts[1].isEmpty() && Files.exists(max)) {
                return new CpuQuota(max, max).version2(share);
            }
        }
        throw new IOException("process " + pid + " has no control group with a limit of CPU");
    }

    private CpuQuota version1(double share) throws IOException {
        long before = Long.parseLong(quotaBefore);
        if (before <= 0) {
            throw new IOException("no limit of CPU is in " + quota);
        }
        long lowered = quota(before, Long.parseLong(periodBefore), share);
        // A quota is at least a thousandth of a second, so the period has to be long; the quota first, or it would be
        // above the limit.
        Files.writeString(quota, Long.toString(Math.min(before, lowered)));
        Files.writeString(period, Long.toString(PERIOD_MICROS));
        Files.writeString(quota, Long.toString(lowered));
        return this;
    }

    private CpuQuota version2(double share) throws IOException {
        String[] words = quotaBefore.split(" ", -1);
        if (words[0].equals("max")) {
            throw new IOException("no limit of CPU is in " + quota);
        }
        Files.writeString(
                quota, quota(Long.parseLong(words[0]), Long.parseLong(words[1]), share) + " " + PERIOD_MICROS);
        return this;
    }

    /** What a share of a quota in one period is in a second. */
    static long quota(long quotaMicros, long periodMicros, double share) {
        return Math.max(LEAST_QUOTA_MICROS, Math.round(share * quotaMicros * PERIOD_MICROS / periodMicros));
    }

    @Override
    public void close() throws IOException {
        if (!Files.exists(quota)) {
            return; // the process has ended meanwhile
        }
        if (!periodBefore.isEmpty()) {
            Files.writeString(period, periodBefore);
        }
        Files.writeString(quota, quotaBefore);
    }
}
