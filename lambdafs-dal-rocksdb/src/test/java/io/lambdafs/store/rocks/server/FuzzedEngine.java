package io.lambdafs.store.rocks.server;

import io.lambdafs.store.StoreException;
import io.lambdafs.store.rocks.engine.EngineReply;
import io.lambdafs.store.rocks.engine.Moment;
import io.lambdafs.store.rocks.operation.EngineOperation;
import io.lambdafs.store.rocks.stepped.SteppedEngine;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** The engine's own core in memory, with a clock and a disk that the caller drives. */
final class FuzzedEngine {
    private static final Duration[] TIMES = {
        Duration.ofNanos(1_000),
        Duration.ofMillis(10),
        Duration.ofSeconds(11),
        Duration.ofMinutes(21),
        Duration.ofHours(2)
    };

    private final SteppedEngine engine = new SteppedEngine(this::now, new Random(1), number -> this.batch = number);
    private long nanos = 1;
    private long batch;
    private boolean slow;

    private Moment now() {
        nanos += 1000;
        return new Moment(nanos, 1_800_000_000_000_000L + nanos / 1000);
    }

    SteppedEngine engine() {
        return engine;
    }

    /** Some time passes. */
    void pass(int which) {
        nanos += TIMES[which % TIMES.length].toNanos();
        engine.tick();
        settle();
    }

    /** Writes take until this is called again. */
    void changeDisk() {
        slow = !slow;
        settle();
    }

    /** All that is being written is durable, unless writes take. */
    void settle() {
        long written = -1;
        while (!slow && written != batch) {
            written = batch;
            engine.finishWrite(written);
        }
    }

    /** The disk is fast again, and all waits are over. */
    void end() {
        slow = false;
        settle();
        pass(TIMES.length - 1);
        if (!engine.isQuiet()) {
            throw new AssertionError("transactions are open although all their bounds are over");
        }
    }

    /** The engine's answer to an honest user. */
    <A, R> R ask(EngineOperation<A, R> operation, A argument) {
        List<R> answers = new ArrayList<>();
        operation.body().submit(engine, argument, new EngineReply<>() {
            @Override
            public void succeed(R value) {
                answers.add(value);
            }

            @Override
            public void fail(StoreException why) {
                throw why;
            }
        });
        settle();
        return answers.get(0);
    }
}
