package io.lambdafs.store.rocks.server;

import io.lambdafs.store.StoreException;
import io.lambdafs.store.rocks.StoreBackup;
import java.nio.file.Path;

/** Makes the directory of a store of a backup. Ends with 1 and a sentence if that is not possible. */
public final class RestoreMain {
    private RestoreMain() {}

    /** With the backup, and the directory, which is empty or does not exist. */
    public static void main(String[] arguments) {
        if (arguments.length != 2) {
            System.err.println("usage: RestoreMain BACKUP DIRECTORY");
            System.exit(2);
        }
        try {
            String cluster = StoreBackup.restore(Path.of(arguments[0]), Path.of(arguments[1]))
                    .clusterId();
            System.out.println("Restored the metadata of " + cluster + " in " + arguments[1]
                    + ". What happened after the backup is lost.");
        } catch (StoreException e) {
            System.err.println("lambdafs: " + e.getMessage());
            System.exit(1);
        }
    }
}
