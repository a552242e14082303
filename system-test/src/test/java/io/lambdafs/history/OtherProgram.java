package io.lambdafs.history;

import io.lambdafs.system.CopiedDistribution;
import io.lambdafs.system.Stack;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * A copy of this checkout's program whose function instances run another main class, for what there is no switch in the program
 * itself.
 */
final class OtherProgram {
    private OtherProgram() {}

    /**
     * Copies into this directory; what is returned runs the copy.
     *
     * @param files what is on the class path of instances besides, by its name
     */
    static Stack.Launcher in(Path directory, Class<?> main, Map<String, String> files) throws IOException {
        CopiedDistribution copy = CopiedDistribution.into(directory.resolve("home"));
        copy.append("function", jar(directory.resolve("other-program.jar"), main, files));
        copy.replaceMain("function", main.getName());
        return new Stack.Launcher(List.of(copy.command().toString()), Map.of());
    }

    private static Path jar(Path jar, Class<?> main, Map<String, String> files) throws IOException {
        String name = main.getName().replace('.', '/') + ".class";
        try (InputStream program = main.getResourceAsStream("/" + name);
                ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(jar))) {
            if (program == null) {
                throw new IOException(name + " is not on the class path");
            }
            put(zip, name, program.readAllBytes());
            for (Map.Entry<String, String> file : files.entrySet()) {
                put(zip, file.getKey(), file.getValue().getBytes(StandardCharsets.UTF_8));
            }
        }
        return jar;
    }

    private static void put(ZipOutputStream zip, String name, byte[] content) throws IOException {
        zip.putNextEntry(new ZipEntry(name));
        zip.write(content);
        zip.closeEntry();
    }
}
