package io.lambdafs.cli.image;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** The program of this machine that builds images: docker, podman or buildah, whichever is there and works. */
public final class ImageBuilder {
    private static final List<String> NAMES = List.of("docker", "podman", "buildah");
    private static final long ASK_SECONDS = 30;
    private static final long BUILD_MINUTES = 30;

    private final Path program;

    private ImageBuilder(Path program) {
        this.program = program;
    }

    /**
     * The first that works. A docker whose daemon does not run is passed over.
     *
     * @param environment its {@code PATH} is searched
     */
    public static Optional<ImageBuilder> find(Map<String, String> environment)
            throws IOException, InterruptedException {
        for (String name : NAMES) {
            for (String directory : environment.getOrDefault("PATH", "").split(":")) {
                Path program = Path.of(directory.isEmpty() ? "." : directory, name);
                if (Files.isExecutable(program) && works(program)) {
                    return Optional.of(new ImageBuilder(program));
                }
            }
        }
        return Optional.empty();
    }

    /* docker info asks the daemon; podman and buildah have none. */
    private static boolean works(Path program) throws IOException, InterruptedException {
        Process asked = new ProcessBuilder(program.toString(), "info")
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        asked.getOutputStream().close();
        if (!asked.waitFor(ASK_SECONDS, TimeUnit.SECONDS)) {
            asked.destroyForcibly();
            return false;
        }
        return asked.exitValue() == 0;
    }

    /** Its name. */
    public String name() {
        return String.valueOf(program.getFileName());
    }

    /** The command that builds an image of a directory with a Dockerfile. */
    public static List<String> command(String program, String tag, ImageArchitecture architecture, Path directory) {
        List<String> command = new ArrayList<>(List.of(program, "build", "--platform", architecture.platform()));
        command.addAll(List.of("-t", tag, directory.toString()));
        return command;
    }

    /**
     * Builds an image; what the program says is shown.
     *
     * @throws IOException if it cannot be run, fails, or takes longer than half an hour
     */
    public void build(String tag, ImageArchitecture architecture, Path directory)
            throws IOException, InterruptedException {
        List<String> command = command(program.toString(), tag, architecture, directory);
        Process build = new ProcessBuilder(command)
                .redirectOutput(ProcessBuilder.Redirect.INHERIT)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        build.getOutputStream().close();
        if (!build.waitFor(BUILD_MINUTES, TimeUnit.MINUTES)) {
            build.destroyForcibly();
            throw new IOException(String.join(" ", command) + " took longer than " + BUILD_MINUTES + " minutes");
        }
        if (build.exitValue() != 0) {
            throw new IOException(String.join(" ", command) + " ended with " + build.exitValue());
        }
    }
}
