package io.lambdafs.store.rocks.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.rocksdb.NativeLibraryLoader;
import org.rocksdb.RocksDB;

/**
 * RocksDB's native library, which has to be a file of its own to be loaded.
 *
 * <p>RocksDB makes a temporary file of it, which stays when the process is killed: each crash would cost 15 MB. In the data
 * directory there is one such file, which the next start replaces.
 */
final class NativeLibrary {
    private NativeLibrary() {}

    /** Loads it from a file in this directory; if that is not possible, RocksDB makes a temporary file. */
    static void load(Path directory) {
        try {
            Files.createDirectories(directory);
            NativeLibraryLoader.getInstance().loadLibrary(directory.toString());
        } catch (IOException | RuntimeException | UnsatisfiedLinkError e) {
            // Such as a directory without room, or from which nothing may be executed. Opening the store says what is
            // wrong.
            RocksDB.loadLibrary();
        }
    }
}
