package io.lambdafs.store.rocks.move;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.StoreConfig;
import io.lambdafs.store.StoreConfig.Bounds;
import io.lambdafs.store.Stores;
import io.lambdafs.store.move.MovableStore;
import io.lambdafs.store.move.MovableStores;
import io.lambdafs.store.volume.VolumeInfo;
import io.lambdafs.testkit.store.contract.MoveContract;
import io.lambdafs.testkit.store.contract.MoveFixture;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Directories of the embedded store are moved as every store is. */
final class RocksMoveTest extends MoveContract {
    /** A directory that goes with the fixture. */
    private record DirectoryFixture(Path directory) implements MoveFixture {
        private StoreConfig config(Bounds bounds) {
            return new StoreConfig("rocks:" + directory, "", "", 1, bounds);
        }

        @Override
        public MetadataStore open(Bounds bounds) {
            return Stores.open(config(bounds));
        }

        @Override
        public MovableStore openToMove() {
            return MovableStores.open(config(BOUNDS));
        }

        @Override
        public void close() {
            try (Stream<Path> files = Files.walk(directory)) {
                files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    @Override
    protected MoveFixture createFixture() {
        try {
            return new DirectoryFixture(Files.createTempDirectory("store-engine-"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void engineThatRuns_isRefused_withWhatToGiveInstead() {
        for (String url : new String[] {"rocks://127.0.0.1:4711/name", "rocks+unix:/var/run/store.sock"}) {
            assertThatThrownBy(() -> MovableStores.open(new StoreConfig(url, "", "", 1, Bounds.defaults())))
                    .hasMessageContaining("rocks:DIRECTORY");
        }
    }

    @Test
    void storeWithVolumes_isNotMoved_sinceTheyWouldStayBehind() {
        try (MoveFixture fixture = createFixture()) {
            try (MetadataStore store = fixture.open(Bounds.defaults())) {
                store.volumes().orElseThrow().create(VolumeInfo.DEFAULT_BLOCK);
            }
            try (MovableStore moved = fixture.openToMove()) {
                assertThatThrownBy(() -> moved.seal("elsewhere", Duration.ofSeconds(1)))
                        .hasMessageContaining("lambdafs volume delete");
            }
        }
    }
}
