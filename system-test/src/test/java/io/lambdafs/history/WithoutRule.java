package io.lambdafs.history;

import io.lambdafs.coherence.CoherenceRule;
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
 * A copy of this checkout's program whose function instances do without one rule of the coherence protocol. There is no switch
 * for that in the program itself: another main class runs in their place.
 */
final class WithoutRule {
    private WithoutRule() {}

    /** Copies into this directory; what is returned runs the copy. */
    static Stack.Launcher in(Path directory, CoherenceRule rule) throws IOException {
        CopiedDistribution copy = CopiedDistribution.into(directory.resolve("home"));
        copy.append("function", jar(directory.resolve("without-rule.jar"), rule));
        copy.replaceMain("function", WithoutRuleMain.class.getName());
        return new Stack.Launcher(List.of(copy.command().toString()), Map.of());
    }

    private static Path jar(Path jar, CoherenceRule rule) throws IOException {
        String name = WithoutRuleMain.class.getName().replace('.', '/') + ".class";
        try (InputStream program = WithoutRuleMain.class.getResourceAsStream("/" + name);
                ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(jar))) {
            if (program == null) {
                throw new IOException(name + " is not on the class path");
            }
            put(zip, name, program.readAllBytes());
            put(zip, WithoutRuleMain.FILE, rule.name().getBytes(StandardCharsets.UTF_8));
        }
        return jar;
    }

    private static void put(ZipOutputStream zip, String name, byte[] content) throws IOException {
        zip.putNextEntry(new ZipEntry(name));
        zip.write(content);
        zip.closeEntry();
    }
}
