package io.lambdafs.store.rocks;

import io.lambdafs.store.maintenance.StoreFigure;
import io.lambdafs.store.maintenance.StoreMaintenance;
import io.lambdafs.store.rocks.operation.Done;
import io.lambdafs.store.rocks.operation.EngineOperations;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** What operators ask of an engine. */
record EngineMaintenance(EngineLink link) implements StoreMaintenance {
    private static final Duration LONGEST_BACKUP = Duration.ofHours(1);

    @Override
    public List<StoreFigure> figures() {
        return link.ask(EngineOperations.FIGURES, Done.DONE);
    }

    @Override
    public long backUp(Path directory) {
        return link.ask(
                EngineOperations.BACK_UP, directory.toAbsolutePath().normalize().toString(), LONGEST_BACKUP);
    }
}
