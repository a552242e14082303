package io.lambdafs.benchmark.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** What the kernel accounts to processes, read from {@code /proc}. */
public final class ProcessFigures {
    /** Linux reports times in ticks of 10 ms on every platform that Java runs on. */
    private static final long MICROS_PER_TICK = 10_000;

    private static final int FIRST_TIME = 11;
    private static final int OWN_TIMES = 2;
    private static final int OWN_TIMES_AND_THOSE_OF_REAPED_CHILDREN = 4;

    private final Path proc;

    /** Reads below this directory, which is {@code /proc} but in tests. */
    public ProcessFigures(Path proc) {
        this.proc = proc;
    }

    /** CPU time, user and system, of a process so far, in microseconds; 0 if it has ended. */
    public long cpuMicros(long pid) {
        return times(pid, OWN_TIMES);
    }

    /** The same of a process and all its children, ended ones included. */
    public long cpuMicrosWithChildren(long pid) {
        long children = ProcessHandle.of(pid).stream()
                .flatMap(ProcessHandle::descendants)
                .mapToLong(child -> cpuMicros(child.pid()))
                .sum();
        return times(pid, OWN_TIMES_AND_THOSE_OF_REAPED_CHILDREN) + children;
    }

    /** The same of several processes and all their children, each counted once. */
    public long cpuMicrosOfTrees(Collection<Long> pids) {
        return trees(pids).stream()
                .mapToLong(pid -> times(pid, OWN_TIMES_AND_THOSE_OF_REAPED_CHILDREN))
                .sum();
    }

    /** Resident memory of several processes and all their children, in MB of 2^20 bytes. */
    public long residentMbOfTrees(Collection<Long> pids) {
        return trees(pids).stream().mapToLong(this::residentMb).sum();
    }

    private static Set<Long> trees(Collection<Long> pids) {
        Set<Long> all = new TreeSet<>(pids);
        for (long pid : pids) {
            ProcessHandle.of(pid).ifPresent(process -> process.descendants().forEach(child -> all.add(child.pid())));
        }
        return all;
    }

    /** Resident memory of a process, in MB of 2^20 bytes; 0 if it has ended. */
    public long residentMb(long pid) {
        try {
            return Files.readAllLines(file(pid, "status")).stream()
                    .filter(line -> line.startsWith("VmRSS:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) / 1024)
                    .findFirst()
                    .orElse(0);
        } catch (IOException ended) {
            return 0;
        }
    }

    /** CPU time that all processes of the machine have used so far, in microseconds; 0 if the system does not tell. */
    public long machineCpuMicros() {
        // user, nice, system; then idle and waiting, which are not used; then interrupts. Guests are in user.
        return machineMicros(1, 2, 3, 6, 7);
    }

    /** CPU time that the hypervisor has given to others so far, in microseconds; 0 if the system does not tell. */
    public long stolenMicros() {
        return machineMicros(8);
    }

    private long machineMicros(int... columns) {
        try (var lines = Files.lines(proc.resolve("stat"))) {
            String[] words = lines.findFirst().orElse("").split("\\s+", -1);
            long ticks = 0;
            for (int i : columns) {
                ticks += i < words.length ? Long.parseLong(words[i]) : 0;
            }
            return ticks * MICROS_PER_TICK;
        } catch (IOException unknown) {
            return 0;
        }
    }

    private long times(long pid, int count) {
        try {
            String stat = Files.readString(file(pid, "stat"));
            // The name of the program stands in parentheses and may itself contain blanks and parentheses.
            return List.of(stat.substring(stat.lastIndexOf(')') + 2).split(" "))
                    .subList(FIRST_TIME, FIRST_TIME + count)
                    .stream()
                    .mapToLong(ticks -> Long.parseLong(ticks) * MICROS_PER_TICK)
                    .sum();
        } catch (IOException ended) {
            return 0;
        }
    }

    private Path file(long pid, String name) {
        return proc.resolve(Long.toString(pid)).resolve(name);
    }
}
