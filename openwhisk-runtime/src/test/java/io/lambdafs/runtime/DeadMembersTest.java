package io.lambdafs.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lambdafs.coherence.Coordinator;
import io.lambdafs.coherence.Member;
import io.lambdafs.openwhisk.action.InstanceSecret;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.WriterId;
import io.lambdafs.testkit.coherence.DepartureListener;
import io.lambdafs.testkit.coherence.InMemoryCoordination;
import io.lambdafs.testkit.store.InMemoryMetadataStore;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Which members are taken out, and in which order that is done. */
final class DeadMembersTest {
    private static final String DEAD = "3f6b1f3e-0000-4000-8000-000000000001";
    private static final String ALIVE = "3f6b1f3e-0000-4000-8000-000000000002";
    private static final long PID = 4711;

    private final MetadataStore store = new InMemoryMetadataStore(InstantSource.system());
    private final InMemoryCoordination service = new InMemoryCoordination(Duration.ofSeconds(10), System::nanoTime);

    @Test
    void memberOfTheDeadInstance_isExpelled_andNoOtherWithItsProcessId() {
        Member dead = register(InstanceName.of(PID, named(DEAD)));
        Member alive = register(InstanceName.of(PID, named(ALIVE)));
        Member elsewhere = register(InstanceName.of(PID, Map.of()));

        assertThat(expel(DEAD)).isEqualTo(1);

        assertThat(connect().members()).containsExactlyInAnyOrder(alive, elsewhere);
        assertFenced(dead.writer());
        store.beginWrite(alive.writer()).close();
        store.beginWrite(elsewhere.writer()).close();
    }

    @Test
    void allIncarnationsOfTheDeadInstance_areExpelled() {
        register(InstanceName.of(PID, named(DEAD)));
        register(InstanceName.of(PID, named(DEAD)));
        assertThat(expel(DEAD)).isEqualTo(2);
        assertThat(connect().members()).isEmpty();
    }

    @Test
    void member_isFencedBeforeItsDepartureIsHeardOf() {
        register(InstanceName.of(PID, named(DEAD)));
        List<WriterId> departed = new ArrayList<>();
        WriterId observer = store.registerWriter("namenode0/observer");
        connect().join(new Member(0, observer, "observer", PID), new DepartureListener(dead -> {
            assertFenced(dead);
            departed.add(dead);
        }));
        expel(DEAD);
        assertThat(departed).hasSize(1);
    }

    @Test
    void nameOfAMember_doesNotShowTheSecret() {
        assertThat(InstanceName.of(PID, named(DEAD))).startsWith("pid4711-").doesNotContain(DEAD.substring(0, 8));
    }

    private int expel(String name) {
        Set<String> tags = Set.of(InstanceName.tag(name));
        return new DeadMembers(store, connect()).expel(tags);
    }

    private Coordinator connect() {
        return service.connect(Runnable::run, Runnable::run);
    }

    private Member register(String instance) {
        Member member = new Member(0, store.registerWriter("namenode0/" + instance), instance, PID);
        connect().join(member, DepartureListener.deaf());
        return member;
    }

    private static Map<String, String> named(String name) {
        return Map.of(InstanceSecret.NAME_VARIABLE, name);
    }

    private void assertFenced(WriterId writer) {
        assertThatThrownBy(() -> store.beginWrite(writer).close())
                .isInstanceOfSatisfying(
                        StoreException.class, e -> assertThat(e.kind()).isEqualTo(StoreException.Kind.FENCED));
    }
}
