package io.lambdafs.store.rocks.engine;

import io.lambdafs.store.StoreException;
import io.lambdafs.store.rocks.keyvalue.BatchRow;
import java.util.List;

/** An output of the core. */
public sealed interface Effect {
    /** Write this batch durably, then report that to the core. At most one is outstanding. */
    record Write(List<BatchRow> batch) implements Effect {
        public Write {
            batch = List.copyOf(batch);
        }
    }

    /** Deliver the result of an event. */
    sealed interface Settle extends Effect permits Answer, Refusal {
        void deliver();
    }

    /** It succeeded. */
    record Answer<T>(EngineReply<T> to, T value) implements Settle {
        @Override
        public void deliver() {
            to.succeed(value);
        }
    }

    /** It failed. */
    record Refusal(EngineReply<?> to, StoreException why) implements Settle {
        @Override
        public void deliver() {
            to.fail(why);
        }
    }
}
