package io.lambdafs.testkit.coherence;

import org.junit.jupiter.api.Test;

/** The battery on the in-memory twin whose links deliver by threads of their own. */
final class ThreadedCoordinatorTest extends CoordinatorContract {
    @Override
    protected CoordinatorFixture fixture() {
        return new InMemoryFixture(false);
    }

    @Test
    void listenerThatFails_hearsTheRest() throws Exception {
        assertThatAListenerThatFails_hearsTheRest();
    }
}
