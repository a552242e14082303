package io.lambdafs.cli;

import io.lambdafs.cli.process.ClassArchive;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * What was built: the class paths of the kinds of processes, and the Java to run them with.
 *
 * @param home the directory of the repository
 */
record Distribution(Path home) {
    private static final String HOME_PROPERTY = "lambdafs.home";
    private static final int COMMAND_HEAP_MB = 128;

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

    /** The class path of a kind of process: function, platform, store, zookeeper, datanode, hadoop. */
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

    /** The class archive of a kind of process that has this class path; for all stacks. */
    ClassArchive classArchive(String kind, String classPath) {
        return classArchiveNamed(classArchiveName(kind, classPath));
    }

    ClassArchive classArchiveNamed(String name) {
        return new ClassArchive(target().resolve("cds").resolve(name));
    }

    /** What the class archive of a kind of process that has this class path is called, wherever it is. */
    String classArchiveName(String kind, String classPath) {
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
        return kind + "-" + key + ".jsa";
    }

    /** The options with which all of these JVMs start fast and stay small. */
    List<String> smallJvm(int maxHeapMb) {
        return List.of("-Xmx" + maxHeapMb + "m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto");
    }

    /** The options of a JVM that is to start fast, and soon works as much as a core allows. */
    List<String> busyJvm(int maxHeapMb) {
        return List.of("-Xmx" + maxHeapMb + "m", "-XX:+UseSerialGC", "-Xshare:auto");
    }

    /** This program again, as {@code bin/lambdafs} starts it. */
    List<String> ownCommand(String... arguments) {
        List<String> command = new ArrayList<>(List.of(java()));
        command.addAll(smallJvm(COMMAND_HEAP_MB));
        command.addAll(List.of(
                "-D" + HOME_PROPERTY + "=" + home, "-cp", System.getProperty("java.class.path"), Main.class.getName()));
        command.addAll(List.of(arguments));
        return command;
    }

    private Path target() {
        return home.resolve("lambdafs-cli/target");
    }
}
