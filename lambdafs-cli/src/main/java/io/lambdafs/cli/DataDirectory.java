package io.lambdafs.cli;

import io.lambdafs.cli.certificate.SecurityDirectory;
import io.lambdafs.cli.store.OwnStore;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The directory in which a stack keeps everything: data, logs, configuration, process ids. */
final class DataDirectory {
    /** Changes when an older program could not use the directory any more. */
    static final String LAYOUT = "1";

    /** Where certificates and their keys are, in a stack that has some. */
    static final String SECURITY = "security";

    /** What has keys, passwords, paths of files, or the data of the store or the coordinator in it. */
    private static final List<String> PRIVATE =
            List.of("conf", "logs", "platform", "run", OwnStore.ROCKS.directory(), "zookeeper");

    private static final String VERSION_FILE = "VERSION";

    private final Path root;

    DataDirectory(Path root) {
        this.root = root.toAbsolutePath().normalize();
    }

    Path root() {
        return root;
    }

    Path of(String name) {
        return root.resolve(name);
    }

    Path log(String component) {
        return root.resolve("logs").resolve(component + ".log");
    }

    Path pidFile(String component) {
        return root.resolve("run").resolve(component + ".pid");
    }

    Path hadoopConfiguration() {
        return root.resolve("conf");
    }

    /** What {@code java @FILE} needs to be a Hadoop client of this stack. */
    Path hadoopArguments() {
        return hadoopConfiguration().resolve("hadoop.args");
    }

    /** The certificates of the stack, in secure mode. */
    SecurityDirectory certificates() {
        return new SecurityDirectory(of(SECURITY), InstantSource.system());
    }

    boolean exists() {
        return Files.isRegularFile(of(VERSION_FILE));
    }

    /** Whether there is anything in the part of the directory that has this name. */
    boolean hasFiles(String name) {
        Path part = of(name);
        if (!Files.isDirectory(part)) {
            return false;
        }
        try (Stream<Path> entries = Files.list(part)) {
            return entries.findAny().isPresent();
        } catch (IOException e) {
            throw new CliException("cannot read " + part + " (" + e + ")", e);
        }
    }

    /** Makes the directory, or checks that it is one of this version's. */
    void prepare() {
        if (exists()) {
            requireThisLayout();
        } else {
            requireNothingOfOthers();
        }
        try {
            Files.createDirectories(root);
            // The embedded PostgreSQL may run as another user, and only passes through.
            Files.setPosixFilePermissions(root, PosixFilePermissions.fromString("rwx--x--x"));
            for (String name : PRIVATE) {
                Files.createDirectories(of(name));
                Files.setPosixFilePermissions(of(name), PosixFilePermissions.fromString("rwx------"));
            }
            Files.writeString(of(VERSION_FILE), LAYOUT + "\n");
        } catch (IOException e) {
            throw new CliException("cannot write to " + root + " (" + e + "): choose another --data-dir", e);
        }
    }

    /** Checks that there is a stack of this version here. */
    void requireExists() {
        if (!exists()) {
            throw new CliException("there is no stack in " + root
                    + ": run 'lambdafs start', or name the right directory with --data-dir");
        }
        requireThisLayout();
    }

    private void requireThisLayout() {
        String found;
        try {
            found = Files.readString(of(VERSION_FILE)).strip();
        } catch (IOException e) {
            throw new CliException("cannot read " + of(VERSION_FILE) + " (" + e + ")", e);
        }
        if (!found.equals(LAYOUT)) {
            throw new CliException(root + " has data of layout version " + found + ", this program has version "
                    + LAYOUT + ": use the program that made it, or choose another --data-dir");
        }
    }

    private void requireNothingOfOthers() {
        if (!Files.exists(root)) {
            return;
        }
        try (Stream<Path> entries = Files.list(root)) {
            // Certificates of the user's own may be there before the first start.
            if (entries.anyMatch(entry -> !entry.endsWith(SECURITY))) {
                throw new CliException(
                        root + " is not empty and no data directory of lambdafs: choose another --data-dir");
            }
        } catch (IOException e) {
            throw new CliException("cannot read " + root + " (" + e + "): choose another --data-dir", e);
        }
    }

    /** Runs work that changes the stack while no other command does. */
    void exclusively(Runnable work) {
        try (FileChannel channel = FileChannel.open(
                        of("run").resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock lock = channel.tryLock()) {
            if (lock == null) {
                throw busy(null);
            }
            work.run();
        } catch (OverlappingFileLockException e) {
            throw busy(e);
        } catch (IOException e) {
            throw new CliException("cannot lock " + root + " (" + e + ")", e);
        }
    }

    private CliException busy(@Nullable Exception cause) {
        return new CliException(
                "another lambdafs command is at work on " + root + ": try again when it has ended", cause);
    }

    /** Deletes everything in it and itself. */
    void delete() {
        try (Stream<Path> tree = Files.walk(root)) {
            for (Path path : (Iterable<Path>) tree.sorted(Comparator.reverseOrder())::iterator) {
                Files.delete(path);
            }
        } catch (IOException e) {
            throw new CliException("cannot delete all of " + root + " (" + e + ")", e);
        }
    }
}
