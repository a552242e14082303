package io.lambdafs.store.rocks.keyvalue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;

/** A note of which process has a directory open, for the message to the next. RocksDB's lock decides, not this. */
final class EngineProcess {
    private static final String FILE = "engine.pid";

    private EngineProcess() {}

    /** Notes this process, if the disk lets it. */
    static void note(Path directory) {
        try {
            Files.writeString(
                    directory.resolve(FILE),
                    Long.toString(ProcessHandle.current().pid()));
        } catch (IOException e) {
            // The note only serves a message.
        }
    }

    /** The process that was noted last, if it is known. */
    static OptionalLong last(Path directory) {
        try {
            return OptionalLong.of(
                    Long.parseLong(Files.readString(directory.resolve(FILE)).trim()));
        } catch (IOException | NumberFormatException e) {
            return OptionalLong.empty();
        }
    }
}
