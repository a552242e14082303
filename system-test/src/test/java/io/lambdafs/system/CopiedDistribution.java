package io.lambdafs.system;

import io.lambdafs.tidy.CheckoutSources;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What was built, copied with every library into a directory of its own: for another user, who cannot read this user's
 * files, or with more on a class path.
 */
public final class CopiedDistribution {
    private static final Path DIST = Path.of("lambdafs-cli/target/dist");

    private final Path home;
    private final Map<Path, Path> libraries = new LinkedHashMap<>();

    private CopiedDistribution(Path home) {
        this.home = home;
    }

    /** Copies into this directory, which all users can then read. */
    public static CopiedDistribution into(Path home) throws IOException {
        CopiedDistribution copy = new CopiedDistribution(home);
        Files.createDirectories(home.resolve("lib"));
        for (String file : new String[] {"bin/lambdafs", ".mvn/find-ndb", "lambdafs-cli/target/lambdafs-cli.jar"}) {
            copy.copy(Path.of(file));
        }
        copy.copyNdbAdapter();
        Files.createDirectories(home.resolve(DIST));
        try (DirectoryStream<Path> lists =
                Files.newDirectoryStream(CheckoutSources.root().resolve(DIST), "*.classpath")) {
            for (Path list : lists) {
                copy.rewrite(list);
            }
        }
        Files.setPosixFilePermissions(home, PosixFilePermissions.fromString("rwxr-xr-x"));
        return copy;
    }

    /** The command. */
    public Path command() {
        return home.resolve("bin/lambdafs");
    }

    /** Puts a jar at the end of the class path of a kind of process, such as {@code function}. */
    public void append(String kind, Path jar) throws IOException {
        Files.writeString(
                home.resolve(DIST).resolve(kind + ".classpath"), ":" + copied(jar), StandardOpenOption.APPEND);
    }

    /** Has another program run as a kind of process, such as {@code function}; its class is on that kind's class path. */
    public void replaceMain(String kind, String mainClass) throws IOException {
        Files.writeString(home.resolve(DIST).resolve(kind + ".main"), mainClass);
    }

    private void copy(Path file) throws IOException {
        Files.createDirectories(home.resolve(file).getParent());
        Files.copy(CheckoutSources.root().resolve(file), home.resolve(file));
    }

    /** On no class path, as the command finds it itself; there only where NDB was found. */
    private void copyNdbAdapter() throws IOException {
        Path root = CheckoutSources.root();
        Path target = root.resolve("lambdafs-dal-ndb/target");
        if (Files.isDirectory(target)) {
            try (DirectoryStream<Path> jars = Files.newDirectoryStream(target, "lambdafs-dal-ndb-*.jar")) {
                for (Path jar : jars) {
                    copy(root.relativize(jar));
                }
            }
        }
    }

    private void rewrite(Path list) throws IOException {
        StringBuilder copies = new StringBuilder();
        for (String jar : Files.readString(list).strip().split(":", -1)) {
            copies.append(copies.isEmpty() ? "" : ":").append(copied(Path.of(jar)));
        }
        Files.writeString(home.resolve(DIST).resolve(list.getFileName()), copies);
    }

    private Path copied(Path jar) throws IOException {
        Path copy = libraries.get(jar);
        if (copy == null) {
            copy = home.resolve("lib").resolve(libraries.size() + "-" + jar.getFileName());
            Files.copy(jar, copy);
            libraries.put(jar, copy);
        }
        return copy;
    }
}
