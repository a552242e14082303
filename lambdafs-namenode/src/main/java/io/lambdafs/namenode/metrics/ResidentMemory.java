package io.lambdafs.namenode.metrics;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;

/** The memory of this process as Linux tells it; elsewhere it is not known. */
final class ResidentMemory {
    private static final String LINE = "VmRSS:";
    private static final int BYTES_PER_KB = 1024;

    private ResidentMemory() {}

    static OptionalLong bytes() {
        try {
            for (String line : Files.readAllLines(Path.of("/proc/self/status"), StandardCharsets.ISO_8859_1)) {
                if (line.startsWith(LINE)) {
                    String kb = line.substring(LINE.length()).replace("kB", "").strip();
                    return OptionalLong.of(Long.parseLong(kb) * BYTES_PER_KB);
                }
            }
        } catch (IOException | NumberFormatException unknown) {
            return OptionalLong.empty();
        }
        return OptionalLong.empty();
    }
}
