package io.lambdafs.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/**
 * What was built: the class paths of the kinds of processes, and the Java to run them with.
 *
 * @param home the directory of the repository
 */
record Distribution(Path home) {
    private static final String HOME_PROPERTY = "lambdafs.home";

    /** The one that this process was started from. */
    static Distribution current() {
        String home = System.getProperty(HOME_PROPERTY);
        if (home == null) {
            throw new CliException("start this program with bin/lambdafs");
        }
        return new Distribution(Path.of(home).toAbsolutePath().normalize());
    }

    String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    /** The class path of a kind of process: function, platform, zookeeper, datanode, hadoop. */
    String classPath(String kind) {
        Path file = target().resolve("dist").resolve(kind + ".classpath");
        try {
            return Files.readString(file).strip();
        } catch (IOException e) {
            throw new CliException("cannot read " + file + ": build again with bin/lambdafs build", e);
        }
    }

    /** The program of a kind of process: this one, unless a file beside the class path names another. */
    String mainClass(String kind, String usual) {
        Path file = target().resolve("dist").resolve(kind + ".main");
        try {
            return Files.exists(file) ? Files.readString(file).strip() : usual;
        } catch (IOException e) {
            throw new CliException("cannot read " + file + ": build again with bin/lambdafs build", e);
        }
    }

    Path cliJar() {
        return target().resolve("lambdafs-cli.jar");
    }

    /** The jar that a Hadoop client needs. */
    Path pluginJar() {
        return home.resolve("lambdafs-client/target/lambdafs-client.jar");
    }

    /** Where archives of loaded classes are kept that depend on nothing but what was built. */
    Path classArchives() {
        return target().resolve("cds");
    }

    /** The name of the archive of loaded classes for a class path; changes with any jar and with Java. */
    String classArchiveName(String name, String classPath) {
        MessageDigest digest;
        try {
            digest = MessageDigest.getInstance("SHA-256");
            digest.update(System.getProperty("java.vm.version").getBytes(StandardCharsets.UTF_8));
            for (String jar : classPath.split(":")) {
                Path path = Path.of(jar);
                String entry = jar + " " + Files.size(path) + " "
                        + Files.getLastModifiedTime(path).toMillis() + "\n";
                digest.update(entry.getBytes(StandardCharsets.UTF_8));
            }
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        } catch (IOException e) {
            throw new CliException("a jar is missing (" + e.getMessage() + "): build again with bin/lambdafs build", e);
        }
        String key = HexFormat.of().formatHex(digest.digest(), 0, 8);
        return name + "-" + key + ".jsa";
    }

    /** Puts a new archive in its place and deletes older ones of its kind, which fit nothing any more. */
    static void keepOnly(Path fresh, Path archive) throws IOException {
        Files.move(fresh, archive, StandardCopyOption.ATOMIC_MOVE);
        String name = String.valueOf(archive.getFileName());
        String kind = name.substring(0, name.indexOf('-') + 1);
        try (DirectoryStream<Path> others = Files.newDirectoryStream(archive.getParent(), kind + "*.jsa")) {
            for (Path other : others) {
                if (!other.equals(archive)) {
                    Files.deleteIfExists(other);
                }
            }
        }
    }

    /** The options with which all of these JVMs start fast and stay small. */
    List<String> smallJvm(int maxHeapMb) {
        return List.of("-Xmx" + maxHeapMb + "m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto");
    }

    private Path target() {
        return home.resolve("lambdafs-cli/target");
    }
}
