package io.lambdafs.openwhisk.platform.limits;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;

/** The files through which the kernel shows a control group and takes its settings. */
final class ControlFile {
    private ControlFile() {}

    /** Writes a value, in one write as the kernel wants it, to a file that is there. */
    static void write(Path file, String value) throws IOException {
        Files.writeString(file, value, StandardOpenOption.WRITE);
    }

    /** A number that follows its key on a line of its own, divided by what makes it the wanted unit; empty if there is none. */
    static OptionalLong field(Path file, String key, long divisor) {
        try {
            return lines(file).stream()
                    .map(line -> line.split(" "))
                    .filter(words -> words.length == 2 && words[0].equals(key))
                    .mapToLong(words -> Long.parseLong(words[1]) / divisor)
                    .findFirst();
        } catch (IOException | NumberFormatException e) {
            return OptionalLong.empty();
        }
    }

    /** The processes of a group. */
    static List<Long> processes(Path group) throws IOException {
        return lines(group.resolve("cgroup.procs")).stream().map(Long::valueOf).toList();
    }

    private static List<String> lines(Path file) throws IOException {
        // Files.readAllLines asks for the size, which is 0 here.
        return Arrays.stream(Files.readString(file).split("\n"))
                .filter(line -> !line.isBlank())
                .toList();
    }
}
