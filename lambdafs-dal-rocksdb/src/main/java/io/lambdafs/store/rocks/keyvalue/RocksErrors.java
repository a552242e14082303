package io.lambdafs.store.rocks.keyvalue;

import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

/** Says what RocksDB's errors mean to a caller. */
final class RocksErrors {
    private RocksErrors() {}

    static StoreException translate(String doing, RocksDBException e) {
        Status status = e.getStatus();
        if (isCorruption(e)) {
            return new StoreException(
                    Kind.INCOMPATIBLE,
                    doing + ": the store's files are damaged, restore them from a backup: " + e.getMessage(),
                    e);
        }
        if (status != null && status.getSubCode() == Status.SubCode.NoSpace) {
            // Not FULL: some of it may have been written.
            return new StoreException(Kind.UNAVAILABLE, doing + ": the disk is full: " + e.getMessage(), e);
        }
        return new StoreException(Kind.UNAVAILABLE, doing + ": " + e.getMessage(), e);
    }

    static StoreException cannotOpen(Path directory, RocksDBException e) {
        String message = String.valueOf(e.getMessage());
        String doing = "cannot open the store in " + directory;
        if (message.startsWith("While lock file") || message.startsWith("lock hold by")) {
            return new StoreException(
                    Kind.UNAVAILABLE, doing + ": " + user(directory) + " has it open: stop that one first", e);
        }
        if (isCorruption(e) && !message.contains(directory.toString())) {
            // Only of its log does RocksDB not say which file it is.
            return translate(doing + ", in its log (" + logs(directory) + ")", e);
        }
        return translate(doing, e);
    }

    private static boolean isCorruption(RocksDBException e) {
        return e.getStatus() != null && e.getStatus().getCode() == Status.Code.Corruption;
    }

    private static String user(Path directory) {
        OptionalLong last = EngineProcess.last(directory);
        if (last.isEmpty()) {
            return "another process";
        }
        return last.getAsLong() == ProcessHandle.current().pid() ? "this process" : "the process " + last.getAsLong();
    }

    private static String logs(Path directory) {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.toString().endsWith(".log"))
                    .map(Path::toString)
                    .sorted()
                    .collect(Collectors.joining(", "));
        } catch (IOException listing) {
            return "*.log";
        }
    }
}
