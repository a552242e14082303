package io.lambdafs.deployments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lambdafs.coherence.Coordinator;
import io.lambdafs.coherence.Member;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.WriterId;
import io.lambdafs.testkit.coherence.DepartureListener;
import io.lambdafs.testkit.coherence.InMemoryCoordination;
import io.lambdafs.testkit.store.InMemoryMetadataStore;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Which NameNodes may use which number of deployments, and how it changes. */
final class DeploymentNumberTest {
    private static final Duration BOUND = Duration.ofSeconds(2);

    private final MetadataStore store = new InMemoryMetadataStore(InstantSource.system());
    private final Coordinator members =
            new InMemoryCoordination(Duration.ofSeconds(10), System::nanoTime).connect(Runnable::run, Runnable::run);
    private final DeploymentNumber number = new DeploymentNumber(store);
    private final AtomicInteger pauses = new AtomicInteger();

    private void change(int to) {
        number.change(to, members, BOUND, pause -> pauses.incrementAndGet());
    }

    @Test
    void firstNumber_isRecorded_andEveryOtherRefused_withBothAndWhatToDo() {
        number.require(4, "one");
        number.require(4, "another");
        assertThatThrownBy(() -> number.require(3, "the instance namenode0/pid7"))
                .isInstanceOf(WrongDeploymentsException.class)
                .hasMessageContainingAll(
                        "the instance namenode0/pid7", "among 3", "records 4", "lambdafs start --deployments 3")
                .extracting(wrong -> ((WrongDeploymentsException) wrong).recorded())
                .isEqualTo(4);
    }

    @Test
    void change_fencesEveryWriter_andIsRecorded() {
        number.require(4, "one");
        WriterId writer = store.registerWriter("namenode0/old");

        change(8);

        number.require(8, "new");
        assertThatThrownBy(() -> store.beginWrite(writer)).isInstanceOf(StoreException.class);
        assertThat(store.writers()).isEmpty();
        assertThat(pauses).hasValue(0);
    }

    @Test
    void change_waitsForMembers_andGivesUpWhileTheyStay() {
        number.require(4, "one");
        WriterId writer = store.registerWriter("namenode0/old");
        Coordinator.Session old = members.join(new Member(0, writer, "old", 7), DepartureListener.deaf());

        assertThatThrownBy(() -> change(8)).hasMessageContainingAll("from 4 to 8", "old", "Stop them");
        assertThat(pauses).hasValue(10);
        number.require(4, "what was there goes on");
        store.beginWrite(writer).close();

        old.leave();
        change(8);
        number.require(8, "new");
    }

    /** NameNodes of a release that recorded none compare nothing. */
    @Test
    void changeOfAStoreThatRecordsNone_waitsForMembersToo_andFencesWriters() {
        WriterId writer = store.registerWriter("namenode0/old");
        Coordinator.Session old = members.join(new Member(0, writer, "old", 7), DepartureListener.deaf());
        assertThatThrownBy(() -> change(8)).hasMessageContainingAll("cannot be changed to 8", "old");

        old.leave();
        change(8);
        number.require(8, "new");
        assertThat(store.writers()).isEmpty();
    }

    @Test
    void ofTwoChangesAtOnce_oneFails() {
        number.require(4, "one");
        Coordinator.Session old =
                members.join(new Member(0, store.registerWriter("old"), "old", 7), DepartureListener.deaf());
        assertThatThrownBy(() -> number.change(8, members, BOUND, pause -> {
                    old.leave();
                    change(16);
                }))
                .hasMessageContaining("somebody else");
        number.require(16, "new");
    }

    @Test
    void whileItChanges_nobodyStarts() {
        number.require(4, "one");
        Coordinator.Session old =
                members.join(new Member(0, store.registerWriter("old"), "old", 7), DepartureListener.deaf());
        number.change(8, members, BOUND, pause -> {
            for (int wanted : new int[] {4, 8}) {
                assertThatThrownBy(() -> number.require(wanted, "one in between"))
                        .isInstanceOf(WrongDeploymentsException.class)
                        .hasMessageContaining("is being changed");
            }
            old.leave();
        });
        number.require(8, "new");
    }

    @Test
    void changeThatWasInterrupted_isTakenUp() {
        number.require(4, "one");
        store.changeDeployments(4, DeploymentNumber.CHANGING);
        change(8);
        number.require(8, "new");
    }
}
