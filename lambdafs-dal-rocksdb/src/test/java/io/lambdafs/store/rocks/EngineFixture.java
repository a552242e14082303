package io.lambdafs.store.rocks;

import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.StoreConfig.Bounds;
import io.lambdafs.store.rocks.engine.Engine;
import io.lambdafs.store.rocks.engine.EngineLimits;
import io.lambdafs.store.rocks.keyvalue.RocksKeyValues;
import io.lambdafs.store.rocks.keyvalue.RocksLimits;
import io.lambdafs.testkit.store.contract.StoreFixture;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** An engine of this process, which several users open. */
record EngineFixture(Engine engine, Runnable whenClosed) implements StoreFixture {
    EngineFixture(Engine engine) {
        this(engine, () -> {});
    }

    /** An engine over a directory that goes with it. */
    static EngineFixture inTemporaryDirectory(EngineLimits limits) {
        try {
            Path directory = Files.createTempDirectory("store-engine-");
            return new EngineFixture(
                    EmbeddedEngine.over(RocksKeyValues.open(directory, RocksLimits.defaults()), limits),
                    () -> delete(directory));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void delete(Path directory) {
        try (Stream<Path> files = Files.walk(directory)) {
            files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public MetadataStore open(Bounds bounds) {
        return new RocksMetadataStore(engine, bounds);
    }

    @Override
    public void close() {
        engine.close();
        whenClosed.run();
    }
}
