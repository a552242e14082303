package io.lambdafs.faas.ipc;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The library that is loaded into programs and hands their calls on files below a mount over to an {@link IpcServer}. It is built with
 * the machine's C compiler when it is used for the first time, and kept by the digest of its sources.
 */
public final class Preload {
    private static final List<String> FLAGS = List.of(
            "-std=c11",
            "-D_GNU_SOURCE",
            "-O2",
            "-shared",
            "-fPIC",
            "-fvisibility=hidden",
            "-U_FORTIFY_SOURCE",
            "-fno-delete-null-pointer-checks",
            "-w");
    private static final long MOST_COMPILE_SECONDS = 120;

    private final Path library;

    private Preload(Path library) {
        this.library = library;
    }

    /** The built library, from the user's cache directory. */
    public static Preload build() throws IOException {
        String cache = System.getenv("XDG_CACHE_HOME");
        Path base =
                cache == null || cache.isEmpty() ? Path.of(System.getProperty("user.home"), ".cache") : Path.of(cache);
        return build(base.resolve("lambdafs"), compiler());
    }

    /**
     * The built library.
     *
     * @param cache where built libraries are kept; made if need be
     * @param compiler nothing if the machine has none, so that only a library that is in the cache can be used
     */
    static Preload build(Path cache, Optional<Path> compiler) throws IOException {
        requireNonNull(cache, "cache");
        LibrarySources sources = LibrarySources.read();
        Path library = cache.toAbsolutePath()
                .resolve("interception-" + System.getProperty("os.arch") + "-" + sources.digest(FLAGS) + ".so");
        if (!Files.exists(library)) {
            Path cc = compiler.orElseThrow(() -> new IOException("Programs can use the files of a volume only through a"
                    + " library in C, and no C compiler was found on the PATH. Install one (Debian: apt-get install gcc"
                    + " libc6-dev), or copy " + library + " from a machine of the same kind that has one."));
            Files.createDirectories(
                    cache, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            compile(cc, sources, library);
        }
        requireOwn(library);
        return new Preload(library);
    }

    /** The first C compiler on the path. */
    static Optional<Path> compiler() {
        String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
        for (String name : List.of("cc", "gcc", "clang")) {
            for (String directory : List.of(path.split(":"))) {
                Path file = Path.of(directory.isEmpty() ? "." : directory, name);
                if (Files.isExecutable(file)) {
                    return Optional.of(file);
                }
            }
        }
        return Optional.empty();
    }

    /** A library of somebody else would do whatever they want in our programs. */
    private static void requireOwn(Path library) throws IOException {
        PosixFileAttributes file = Files.readAttributes(library, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        Path ours = Files.createTempFile("lambdafs-", null);
        try {
            String us = Files.getOwner(ours).getName();
            boolean isTrusted =
                    file.owner().getName().equals(us) || file.owner().getName().equals("root");
            if (!file.isRegularFile() || !isTrusted) {
                throw new IOException("The library " + library + " belongs to "
                        + file.owner().getName() + " and not to " + us + ". Remove it; it is built again.");
            }
        } finally {
            Files.delete(ours);
        }
    }

    private static void compile(Path compiler, LibrarySources sources, Path library) throws IOException {
        Path work = Files.createTempDirectory("lambdafs-c-");
        try {
            for (Map.Entry<String, byte[]> source : sources.files().entrySet()) {
                Files.write(work.resolve(source.getKey()), source.getValue());
            }
            List<String> command = new ArrayList<>(List.of(compiler.toString()));
            command.addAll(FLAGS);
            command.addAll(List.of("-o", "built.so"));
            command.addAll(sources.units());
            command.addAll(List.of("-ldl", "-lpthread"));
            run(command, work);
            Path beside = Files.createTempFile(library.toAbsolutePath().getParent(), "built-", ".so");
            Files.copy(work.resolve("built.so"), beside, StandardCopyOption.REPLACE_EXISTING);
            Files.move(beside, library, StandardCopyOption.ATOMIC_MOVE);
        } catch (FileAlreadyExistsException e) {
            // Another process has built the same.
            return;
        } finally {
            delete(work);
        }
    }

    private static void run(List<String> command, Path directory) throws IOException {
        Path output = directory.resolve("output");
        Process process = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            if (!process.waitFor(MOST_COMPILE_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new IOException(
                        "The C compiler " + command.get(0) + " took longer than " + MOST_COMPILE_SECONDS + " s.");
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while the C compiler ran", e);
        }
        if (process.exitValue() != 0) {
            throw new IOException("The C compiler " + command.get(0)
                    + " cannot build the library for programs. It needs the headers of glibc (Debian: libc6-dev). It said: "
                    + Files.readString(output, StandardCharsets.UTF_8).strip());
        }
    }

    private static void delete(Path directory) throws IOException {
        try (var files = Files.list(directory)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(directory);
    }

    public Path library() {
        return library;
    }

    /**
     * What a program's environment must have.
     *
     * @param own the environment that the program would have otherwise
     */
    public Map<String, String> environment(IpcServer server, Map<String, String> own) {
        Map<String, String> all = new HashMap<>(server.environment());
        String others = own.getOrDefault("LD_PRELOAD", "");
        all.put("LD_PRELOAD", others.isEmpty() ? library.toString() : library + ":" + others);
        return all;
    }
}
