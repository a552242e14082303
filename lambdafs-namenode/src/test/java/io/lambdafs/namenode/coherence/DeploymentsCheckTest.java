package io.lambdafs.namenode.coherence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lambdafs.coherence.ProtocolRules;
import io.lambdafs.deployments.DeploymentNumber;
import io.lambdafs.deployments.WrongDeploymentsException;
import io.lambdafs.namenode.cache.CachePolicy;
import io.lambdafs.namenode.membership.InstanceIdentity;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.testkit.coherence.InMemoryCoordination;
import io.lambdafs.testkit.store.InMemoryMetadataStore;
import io.lambdafs.wire.PartitionFunction;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import org.junit.jupiter.api.Test;

/** An instance that divides the namespace differently from the store does not become a member that caches. */
final class DeploymentsCheckTest {
    private static final int DEPLOYMENTS = 2;

    private final MetadataStore store = new InMemoryMetadataStore(InstantSource.system());
    private final InMemoryCoordination service = new InMemoryCoordination(Duration.ofSeconds(10), () -> 1);
    private final Deque<Runnable> tasks = new ArrayDeque<>();
    private final CoherentParts parts = CoherentParts.of(
            new CoherentParts.Settings(
                    new PartitionFunction(DEPLOYMENTS),
                    CachePolicy.defaults(),
                    CoherenceTimes.defaults(),
                    ProtocolRules.ALL),
            new InstanceIdentity(0, "instance", 7),
            new Incarnations.Dependencies(
                    store, service.connect(tasks::add, tasks::add), (delay, task) -> tasks.add(task), () -> 1),
            Waiting.onThreads());

    /** Runs what is waiting, until this holds or nothing waits. */
    private void runUntil(java.util.function.BooleanSupplier end) {
        for (int i = 0; i < 100 && !tasks.isEmpty() && !end.getAsBoolean(); i++) {
            tasks.remove().run();
        }
    }

    private boolean isAdmitted() {
        return parts.node().figures().admitted();
    }

    @Test
    void withTheRecordedNumber_itIsAdmitted() {
        parts.incarnations().start();
        runUntil(this::isAdmitted);
        assertThat(isAdmitted()).isTrue();
        assertThat(store.deployments(9)).isEqualTo(DEPLOYMENTS);
    }

    @Test
    void withAnotherNumber_itNeitherWritesNorJoins() {
        assertThat(store.deployments(5)).isEqualTo(5);
        parts.incarnations().start();
        runUntil(this::isAdmitted);
        assertThat(isAdmitted()).isFalse();
        assertThat(service.members()).isEmpty();
        assertThatThrownBy(() -> parts.incarnations().current())
                .isInstanceOf(WrongDeploymentsException.class)
                .hasMessageContainingAll("namenode0/instance", "among 2", "records 5");
    }

    /** Its name was registered before the change, and it as a member after those who change had looked at the members. */
    @Test
    void whenTheNumberChangesBetweenItsTwoRegistrations_itLeaves() {
        parts.incarnations().start();
        tasks.remove().run();
        assertThat(service.members()).isEmpty();
        assertThat(store.changeDeployments(DEPLOYMENTS, DeploymentNumber.CHANGING))
                .isTrue();
        runUntil(() -> !service.members().isEmpty());
        assertThat(service.members()).hasSize(1);

        runUntil(this::isAdmitted);

        assertThat(isAdmitted()).isFalse();
        assertThat(service.members()).isEmpty();
    }
}
