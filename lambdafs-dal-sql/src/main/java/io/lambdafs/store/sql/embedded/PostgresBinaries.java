package io.lambdafs.store.sql.embedded;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Locale;
import org.tukaani.xz.XZInputStream;

/** The server's programs for this machine, unpacked from the class path once. */
final class PostgresBinaries {
    private final Path directory;

    private PostgresBinaries(Path directory) {
        this.directory = directory;
    }

    Path program(String name) {
        return directory.resolve("bin").resolve(name);
    }

    /** Unpacks the programs into the cache, if they are not there. Several processes may do so at once. */
    static PostgresBinaries unpackedIn(Path cache) {
        String name = "postgres-" + system() + "-" + machine();
        URL archive = PostgresBinaries.class.getResource("/" + name + ".txz");
        if (archive == null) {
            throw new EmbeddedPostgresException("There is no embedded PostgreSQL for " + system() + " on " + machine()
                    + ": use your own server with --store jdbc:postgresql://HOST:PORT/DATABASE.");
        }
        try {
            // The size tells archives of different versions apart.
            Path target = cache.resolve(name + "-" + archive.openConnection().getContentLengthLong());
            if (!Files.isDirectory(target)) {
                unpack(archive, cache, target);
            }
            return new PostgresBinaries(target);
        } catch (IOException e) {
            throw new EmbeddedPostgresException(
                    "PostgreSQL could not be unpacked into " + cache
                            + ": check that the directory can be written and the disk is not full (" + e + ").",
                    e);
        }
    }

    private static void unpack(URL archive, Path cache, Path target) throws IOException {
        Files.createDirectories(cache);
        Path unfinished = Files.createTempDirectory(cache, ".unpacking-");
        try (InputStream in = new XZInputStream(new BufferedInputStream(archive.openStream(), 1 << 16))) {
            new TarReader(in, unfinished, name -> !name.endsWith(".a")).unpack();
            Files.setPosixFilePermissions(unfinished, PosixFilePermissions.fromString("rwxr-xr-x"));
            Files.move(unfinished, target, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            FileTrees.delete(unfinished);
            if (!Files.isDirectory(target)) {
                throw e;
            }
        }
    }

    private static String system() {
        String name = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
        return name.startsWith("mac") ? "darwin" : name.startsWith("linux") ? "linux" : name.replace(' ', '_');
    }

    private static String machine() {
        String arch = System.getProperty("os.arch", "").toLowerCase(Locale.ROOT);
        return switch (arch) {
            case "amd64", "x86_64" -> "x86_64";
            case "aarch64", "arm64" -> "arm_64";
            default -> arch;
        };
    }
}
