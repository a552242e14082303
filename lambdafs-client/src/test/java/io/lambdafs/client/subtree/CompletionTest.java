package io.lambdafs.client.subtree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lambdafs.wire.subtree.Mechanism;
import io.lambdafs.wire.subtree.SubtreePolicy;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The order in which a policy's mechanisms run. */
final class CompletionTest {
    private static SubtreePolicy policy(String consistency, String durability) {
        return SubtreePolicy.parse(Map.of("consistency", consistency, "durability", durability));
    }

    @ParameterizedTest
    @CsvSource({
        "append_client_journal, none, ''",
        "append_client_journal, local_persist, local_persist",
        "append_client_journal+volatile_apply, none, volatile_apply",
        "append_client_journal+volatile_apply, local_persist, local_persist volatile_apply",
        "append_client_journal+volatile_apply+local_persist, none, volatile_apply local_persist",
        "append_client_journal+local_persist+nonvolatile_apply, none, local_persist nonvolatile_apply",
        "append_client_journal+volatile_apply, global_persist, global_persist volatile_apply"
    })
    void sequence_isThatOfThePolicy(String consistency, String durability, String order) throws IOException {
        List<String> ran = new CopyOnWriteArrayList<>();
        Completion.run(policy(consistency, durability), mechanism -> ran.add(mechanism.word()));
        assertThat(String.join(" ", ran)).isEqualTo(order);
    }

    @Test
    void parallelMechanisms_runAtOnce() throws IOException {
        CyclicBarrier both = new CyclicBarrier(2);
        Completion.run(policy("append_client_journal+volatile_apply||local_persist", "none"), mechanism -> {
            try {
                both.await(30, TimeUnit.SECONDS);
            } catch (Exception e) {
                throw new IOException("the other one did not run", e);
            }
        });
        assertThat(both.isBroken()).isFalse();
    }

    @Test
    void failure_endsIt_afterThoseBesideIt() {
        List<String> ran = new CopyOnWriteArrayList<>();
        assertThatThrownBy(() -> Completion.run(
                        policy("append_client_journal+local_persist+nonvolatile_apply", "none"), mechanism -> {
                            ran.add(mechanism.word());
                            throw new IOException("the disk is full");
                        }))
                .hasMessage("the disk is full");
        assertThat(ran).containsExactly("local_persist");

        ran.clear();
        assertThatThrownBy(() -> Completion.run(
                        policy("append_client_journal+volatile_apply||local_persist", "none"), mechanism -> {
                            if (mechanism == Mechanism.LOCAL_PERSIST) {
                                throw new IOException("the disk is full");
                            }
                            ran.add(mechanism.word());
                        }))
                .hasMessage("the disk is full");
        assertThat(ran).containsExactly("volatile_apply");
    }
}
