package io.lambdafs.store.rocks.engine;

import io.lambdafs.store.StoreException;
import io.lambdafs.store.rocks.keyvalue.BatchRow;
import io.lambdafs.store.rocks.keyvalue.KeyValues;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Does work on volumes, and remembers what of it is on its way to the disk. */
final class VolumeCommits {
    private final KeyValues tables;
    private final EngineState state;
    private final EngineLimits limits;
    private final PendingRows pending = new PendingRows();
    private final ReadCounts reads = new ReadCounts();

    VolumeCommits(KeyValues tables, EngineState state, EngineLimits limits) {
        this.tables = tables;
        this.state = state;
        this.limits = limits;
    }

    /**
     * Does some work.
     *
     * @param effects takes the answer when all that the work changed is durable
     * @return what is to become durable; empty if the work changed nothing, so that it has been answered
     */
    <T> Optional<GroupCommit.Pending> run(EngineEvent.OnVolumes<T> asked, Moment now, Consumer<Effect> effects) {
        VolumeStep step = new VolumeStep(tables, pending, reads, state, now, limits);
        T value = asked.work().run(step);
        List<BatchRow> changes = step.changes();
        if (changes.isEmpty()) {
            effects.accept(new Effect.Answer<>(asked.reply(), value));
            return Optional.empty();
        }
        long number = step.commit();
        pending.add(number, changes);
        return Optional.of(new Committing<>(this, number, changes, asked.reply(), value, effects));
    }

    /** Work that becomes durable. */
    private record Committing<T>(
            VolumeCommits volumes,
            long number,
            List<BatchRow> changes,
            EngineReply<T> reply,
            T value,
            Consumer<Effect> effects)
            implements GroupCommit.Pending {
        @Override
        public List<BatchRow> seal() {
            return changes;
        }

        @Override
        public void written() {
            volumes.pending.remove(number, changes);
            volumes.state.isVisible(number, false);
            effects.accept(new Effect.Answer<>(reply, value));
        }

        @Override
        public void failed(StoreException why) {
            volumes.pending.remove(number, changes);
            effects.accept(new Effect.Refusal(reply, why));
        }
    }
}
