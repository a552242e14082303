package io.lambdafs.store.rocks.move;

import io.lambdafs.store.StoreConfig;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import io.lambdafs.store.move.MovableStore;
import io.lambdafs.store.move.MoveProvider;
import java.nio.file.Path;

/** Opens directories of the embedded store to move their content: {@code rocks:DIRECTORY}. */
public final class RocksMoveProvider implements MoveProvider {
    private static final String SCHEME = "rocks";
    private static final String IN_PROCESS = SCHEME + ":";

    @Override
    public boolean accepts(String url) {
        return url.startsWith(IN_PROCESS) || url.startsWith(SCHEME + "+");
    }

    @Override
    public MovableStore open(StoreConfig config) {
        String url = config.url();
        if (!url.startsWith(IN_PROCESS) || url.startsWith(IN_PROCESS + "//")) {
            throw new StoreException(
                    Kind.INCOMPATIBLE,
                    "an engine that runs cannot be moved from or to (" + config.place()
                            + "): stop it, and give the directory of its store as rocks:DIRECTORY");
        }
        return RocksMovableStore.at(Path.of(url.substring(IN_PROCESS.length())));
    }
}
