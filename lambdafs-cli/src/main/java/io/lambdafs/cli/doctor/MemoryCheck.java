package io.lambdafs.cli.doctor;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** Whether this machine has memory for the instances that the pool may start. */
final class MemoryCheck implements Check {
    private static final int KB_PER_MB = 1024;
    private static final long LEAST_MB = 128;

    @Override
    public String name() {
        return "memory";
    }

    @Override
    public void run(ExaminedStack stack, Findings findings) {
        Map<String, Long> memory = new HashMap<>();
        try {
            for (String line : Files.readAllLines(Path.of("/proc/meminfo"), StandardCharsets.ISO_8859_1)) {
                String[] words = line.split("[: ]+", -1);
                if (words.length > 1 && words[1].matches("\\d{1,15}")) {
                    memory.put(words[0], Long.parseLong(words[1]) / KB_PER_MB);
                }
            }
        } catch (IOException notLinux) {
            memory.clear();
        }
        Long available = memory.get("MemAvailable");
        if (available == null) {
            findings.ok("this system does not report how much memory is left");
            return;
        }
        PoolMemory pool = new PoolMemory(
                stack.status().path("pool").path("totalMemoryMb").asLong(),
                stack.status().path("pool").path("usedMemoryMb").asLong());
        judge(available, pool, findings);
    }

    /** Memory of the pool in MB: its bound, and what is given out. */
    record PoolMemory(long total, long used) {}

    /** Says what so much memory that is left means. */
    static void judge(long availableMb, PoolMemory pool, Findings findings) {
        String left = availableMb + " MB of memory are available on this machine";
        if (availableMb < LEAST_MB) {
            findings.error(left, "End other programs, or start with fewer --datanodes, --gateway or --stem-cells.");
        } else if (availableMb < pool.total() - pool.used()) {
            findings.warning(
                    left + ", less than the " + (pool.total() - pool.used()) + " MB that the pool may still give out",
                    "Start with a smaller --pool-cpu-millis or with --max-instances, or give the machine more memory.");
        } else {
            findings.ok(left);
        }
    }
}
