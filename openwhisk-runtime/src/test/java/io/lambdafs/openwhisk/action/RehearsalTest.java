package io.lambdafs.openwhisk.action;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.container.FunctionHandler;
import io.lambdafs.container.FunctionResult;
import io.lambdafs.container.InitRequest;
import io.lambdafs.container.Invocation;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What an instance does that has time before it is needed. */
final class RehearsalTest {
    private final AtomicInteger rehearsals = new AtomicInteger();

    @Test
    void rehearsal_initialisesNothing_andMayFail() {
        Rehearsal.of(new FunctionHandler() {
            @Override
            public void rehearse() {
                rehearsals.incrementAndGet();
                throw new IllegalStateException("the store cannot be reached");
            }

            @Override
            public void init(InitRequest request) {
                throw new AssertionError("initialised by its rehearsal");
            }

            @Override
            public FunctionResult run(Invocation activation) {
                throw new AssertionError("called by its rehearsal");
            }
        });
        assertThat(rehearsals).hasValue(1);
    }
}
