package io.lambdafs.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.cli.image.ImageArchitecture;
import io.lambdafs.system.ProcessOutput;
import io.lambdafs.tidy.CheckoutSources;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The files of images for both processors: each native library is there for the image's processor, and to build an image for another
 * processor than this machine's, nothing of it has to be run.
 */
final class ImageProcessorsTest {
    private static final int BOUND_SECONDS = 120;
    private static final int ELF = 0x7f454c46;

    /** In the names of jars that are for one processor each. */
    private static final Pattern PROCESSOR = Pattern.compile("-linux-(x86_64|aarch_64|riscv64)");

    @TempDir
    private Path work;

    @ParameterizedTest
    @EnumSource
    void functions_areForTheProcessor(ImageArchitecture architecture) throws Exception {
        Path image = work.resolve("functions");
        String said = said("bin/lambdafs", "image", image.toString(), "--arch", architecture.platform());

        assertThat(said).contains("--platform " + architecture.platform());
        requireNatives(image, architecture);
        boolean isOwn = ImageArchitecture.ofThisMachine().orElseThrow() == architecture;
        if (!isOwn) {
            assertThat(said).contains("no archive of classes", "--class-archive true");
            requireNothingIsRun(image);
        }
    }

    @Test
    void services_areForBothProcessors_andAreBuiltWithoutRunningAnything() throws Exception {
        Path image = work.resolve("services");
        String said = said("helm/services-image", image.toString());

        assertThat(said).contains("linux/arm64");
        requireNothingIsRun(image);
        for (ImageArchitecture architecture : ImageArchitecture.values()) {
            Map<String, List<String>> natives = requireNatives(image, architecture);
            assertThat(natives.keySet()).anyMatch(jar -> jar.startsWith("rocksdbjni-"));
        }
    }

    private static void requireNothingIsRun(Path image) throws IOException {
        assertThat(Files.readAllLines(image.resolve("Dockerfile")))
                .anyMatch(line -> line.startsWith("FROM "))
                .noneMatch(line -> line.startsWith("RUN "));
    }

    /** Of each library with native files those for the processor; none may have others only. */
    private static Map<String, List<String>> requireNatives(Path image, ImageArchitecture architecture)
            throws IOException {
        Map<String, List<String>> others = new TreeMap<>();
        Map<String, List<String>> ours = new TreeMap<>();
        List<Path> files = files(image);
        assertThat(files).filteredOn(file -> file.toString().endsWith(".jar")).hasSizeGreaterThan(5);
        for (Path file : files) {
            if (file.toString().endsWith(".jar")) {
                String library =
                        PROCESSOR.matcher(file.getFileName().toString()).replaceAll("");
                try (FileSystem jar = FileSystems.newFileSystem(file)) {
                    for (Path each : elf(files(jar.getPath("/")))) {
                        requireNameIsRight(each);
                        (architecture.runs(each) ? ours : others)
                                .computeIfAbsent(library, unused -> new ArrayList<>())
                                .add(each.toString());
                    }
                }
            }
        }
        assertThat(ours.keySet()).as("instead of these: %s", others).containsAll(others.keySet());
        for (Path loose : elf(files)) {
            assertThat(architecture.runs(loose)).as(loose.toString()).isTrue();
        }
        return ours;
    }

    /* What a library's loader goes by. */
    private static void requireNameIsRight(Path file) throws IOException {
        String name = file.toString();
        if (name.matches(".*(aarch_?64|arm64).*")) {
            assertThat(ImageArchitecture.ARM64.runs(file)).as(name).isTrue();
        } else if (name.matches(".*(x86_64|linux64).*")) {
            assertThat(ImageArchitecture.AMD64.runs(file)).as(name).isTrue();
        }
    }

    private static List<Path> files(Path directory) throws IOException {
        try (Stream<Path> all = Files.walk(directory)) {
            return all.filter(Files::isRegularFile).toList();
        }
    }

    private static List<Path> elf(List<Path> files) throws IOException {
        List<Path> found = new ArrayList<>();
        for (Path file : files) {
            try (InputStream in = Files.newInputStream(file)) {
                byte[] head = in.readNBytes(Integer.BYTES);
                if (head.length == Integer.BYTES && ByteBuffer.wrap(head).getInt() == ELF) {
                    found.add(file);
                }
            }
        }
        return found;
    }

    private static String said(String program, String... arguments) throws IOException, InterruptedException {
        List<String> command =
                new ArrayList<>(List.of(CheckoutSources.root().resolve(program).toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("LAMBDAFS_BUILD", "never");
        try (ProcessOutput output = ProcessOutput.of(builder)) {
            Process process = builder.start();
            process.getOutputStream().close();
            if (!process.waitFor(BOUND_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new IOException("not within " + BOUND_SECONDS + " s: " + command);
            }
            assertThat(process.exitValue())
                    .as(output.output() + output.errors())
                    .isZero();
            return output.output();
        }
    }
}
