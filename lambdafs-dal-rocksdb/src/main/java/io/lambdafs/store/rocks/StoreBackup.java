package io.lambdafs.store.rocks;

import io.lambdafs.store.ClusterIdentity;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import io.lambdafs.store.rocks.engine.StoreLayout;
import io.lambdafs.store.rocks.keyvalue.RocksKeyValues;
import io.lambdafs.store.rocks.keyvalue.RocksLimits;
import io.lambdafs.store.rocks.volume.RestoredVolumes;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;

/** Makes a store of a backup. */
public final class StoreBackup {
    /** RocksDB's own log of its doings belongs to the other directory. */
    private static final List<String> LEFT_OUT = List.of("LOG", "LOCK", "engine.pid");

    private StoreBackup() {}

    /**
     * Copies a backup to a directory, reads all of it, and makes the copy the present store of its file system. The backup
     * stays as it is. If this fails or is interrupted, the directory is not there, and it can be tried again.
     *
     * @param directory where nothing is, or an empty directory
     * @throws StoreException INCOMPATIBLE if the backup is none, is damaged or is of a newer release, or if the directory has
     *     something in it; UNAVAILABLE if files cannot be read or written
     */
    public static ClusterIdentity restore(Path backup, Path directory) {
        Path unfinished = directory.resolveSibling(directory.getFileName() + ".restoring");
        try {
            requireBackup(backup);
            requireEmpty(directory);
            clear(unfinished);
            Files.createDirectories(unfinished);
            copy(backup, unfinished);
            ClusterIdentity identity = revive(unfinished);
            Files.deleteIfExists(directory);
            sync(unfinished);
            Files.move(unfinished, directory, StandardCopyOption.ATOMIC_MOVE);
            Path parent = directory.toAbsolutePath().getParent();
            if (parent != null) {
                sync(parent);
            }
            return identity;
        } catch (IOException e) {
            throw new StoreException(Kind.UNAVAILABLE, "cannot restore " + backup + " to " + directory + ": " + e, e);
        }
    }

    private static void requireBackup(Path backup) {
        if (!Files.exists(backup.resolve("CURRENT"))) {
            throw new StoreException(Kind.INCOMPATIBLE, backup + " is not a backup of a store: it has no file CURRENT");
        }
    }

    private static void requireEmpty(Path directory) throws IOException {
        if (Files.exists(directory)) {
            try (Stream<Path> content = Files.list(directory)) {
                if (content.findAny().isPresent()) {
                    throw new StoreException(
                            Kind.INCOMPATIBLE, directory + " is not empty: move away what is in it, and restore again");
                }
            }
        }
    }

    private static void clear(Path unfinished) throws IOException {
        if (Files.exists(unfinished)) {
            for (Path file : files(unfinished)) {
                Files.delete(file);
            }
        }
    }

    private static void copy(Path backup, Path to) throws IOException {
        for (Path file : files(backup)) {
            String name = file.getFileName().toString();
            if (!LEFT_OUT.contains(name)) {
                Files.copy(file, to.resolve(name));
                sync(to.resolve(name));
            }
        }
    }

    private static void sync(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    private static List<Path> files(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(Files::isRegularFile).toList();
        }
    }

    private static ClusterIdentity revive(Path copy) {
        try (RocksKeyValues tables = RocksKeyValues.open(copy, RocksLimits.defaults())) {
            tables.verify();
            return StoreLayout.beginNewLife(tables, commit -> RestoredVolumes.changes(tables, commit));
        }
    }
}
