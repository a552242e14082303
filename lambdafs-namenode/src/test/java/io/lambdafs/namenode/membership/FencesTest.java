package io.lambdafs.namenode.membership;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.store.StoreConfig.Bounds;
import io.lambdafs.store.Transaction;
import io.lambdafs.store.WriterId;
import io.lambdafs.testkit.store.InMemoryDatabase;
import io.lambdafs.testkit.store.InMemoryMetadataStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** When a fence counts as done, on the store's twin. */
final class FencesTest {
    private static final Duration NOW = Duration.ZERO;
    private static final Duration RETRY = Duration.ofSeconds(2);

    private final ManualBackground background = new ManualBackground();
    private final InMemoryMetadataStore store = new InMemoryMetadataStore(
            new InMemoryDatabase(() -> Instant.EPOCH),
            new Bounds(Duration.ofSeconds(1), Duration.ofMillis(50), Duration.ofSeconds(10)));
    private final Fences fences = new Fences(store, background, Duration.ofMillis(1), RETRY);
    private final List<WriterId> done = new ArrayList<>();

    @Test
    void fence_isDoneInTheBackground() {
        WriterId writer = store.registerWriter("namenode0/a");
        fences.fence(writer, done::add);
        assertThat(store.writers()).hasSize(1);
        background.pass(NOW);
        assertThat(store.writers()).isEmpty();
        assertThat(done).containsExactly(writer);
    }

    @Test
    void fenceThatHasToWait_isTriedAgain_untilTheTransactionHasEnded() {
        WriterId writer = store.registerWriter("namenode0/a");
        try (Transaction open = store.beginWrite(writer)) {
            assertThat(open).isNotNull();
            fences.fence(writer, done::add);
            background.pass(RETRY.multipliedBy(10));
            assertThat(done).isEmpty();
        }
        background.pass(RETRY);
        assertThat(done).containsExactly(writer);
    }

    /** A fence that is forgotten is missed for ever: nobody asks for it again, and others wait for it. */
    @Test
    void fenceThatFailsAsNobodyExpects_isTriedAgain() {
        WriterId writer = store.registerWriter("namenode0/a");
        BreakingStore breaking = new BreakingStore(store);
        breaking.breakNext();
        new Fences(breaking, background, Duration.ofMillis(1), RETRY).fence(writer, done::add);
        background.pass(NOW);
        assertThat(done).isEmpty();
        background.pass(RETRY);
        assertThat(done).containsExactly(writer);
    }
}
