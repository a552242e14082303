package io.lambdafs.store.rocks;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An engine's process is killed under load, again and again, and its directory is looked at each time. */
final class EngineCrashTest {
    private static final int KILLS = 4;
    private static final int CUTS = 3;
    private static final int ACKNOWLEDGED_BEFORE_KILL = 400;

    @TempDir
    private Path directory = Path.of("");

    @Test
    void kill_losesNothingAcknowledged_andLeavesNothingHalfDone() throws Exception {
        Set<String> acknowledged = new HashSet<>();
        for (int run = 0; run < KILLS; run++) {
            acknowledged.addAll(
                    LoadedProcess.loadAndKill(directory, "run" + run, atAnotherMoment(run), Map.of(), count -> {}));
            LoadedDirectory.look(directory, acknowledged);
        }
        assertThat(acknowledged).hasSizeGreaterThanOrEqualTo(KILLS * ACKNOWLEDGED_BEFORE_KILL);
    }

    private static int atAnotherMoment(int run) {
        return ACKNOWLEDGED_BEFORE_KILL + 37 * run;
    }

    @Test
    void powerCutThatDropsWhatIsNotSynced_losesNothingAcknowledged() throws Exception {
        SyncShim shim = SyncShim.build(directory);
        Path store = directory.resolve("store");
        Set<String> acknowledged = new HashSet<>();
        long dropped = 0;
        for (int run = 0; run < CUTS; run++) {
            acknowledged.addAll(LoadedProcess.loadAndKill(
                    store, "run" + run, atAnotherMoment(run), shim.environment(store), count -> {}));
            dropped += shim.dropUnsynced(store);
            LoadedDirectory.look(store, acknowledged);
        }
        assertThat(dropped).as("bytes that were dropped").isPositive();
    }

    @Test
    void failedSync_isLookedUp_andTheEngineGoesOn_andAPowerCutAfterwardsLosesNothing() throws Exception {
        SyncShim shim = SyncShim.build(directory);
        Path store = directory.resolve("store");
        Set<String> acknowledged = new HashSet<>(
                LoadedProcess.loadAndKill(store, "run", ACKNOWLEDGED_BEFORE_KILL, shim.environment(store), count -> {
                    if (count % 100 == 50) {
                        shim.failNextSync();
                    }
                }));
        shim.dropUnsynced(store);
        LoadedDirectory.look(store, acknowledged);
    }
}
