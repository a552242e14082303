package io.lambdafs.openwhisk.platform.rest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.lambdafs.openwhisk.platform.pool.Action;
import io.lambdafs.openwhisk.platform.pool.ActionLimits;
import io.lambdafs.openwhisk.platform.pool.ActivationRecord;
import io.lambdafs.openwhisk.platform.pool.ActivationResponse;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

final class ActivationStoreTest {
    private final ActivationStore store = new ActivationStore(3);

    @Test
    void oldestRecords_areForgottenBeyondTheNumber() {
        for (String id : List.of("a", "b", "c", "d")) {
            store.add(activation(id, 10));
        }
        assertThat(store.find("a")).isEmpty();
        assertThat(store.list(any -> true, 0, 10))
                .extracting(ActivationRecord::activationId)
                .containsExactly("d", "c", "b");
        assertThat(store.list(any -> true, 1, 1))
                .extracting(ActivationRecord::activationId)
                .containsExactly("c");
    }

    @Test
    void oldestRecords_areForgottenBeyondTheBytes() {
        store.add(activation("a", 20 << 20));
        store.add(activation("b", 20 << 20));
        assertThat(store.find("a")).isEmpty();
        assertThat(store.find("b")).isPresent();
    }

    private static ActivationRecord activation(String id, int size) {
        JsonNodeFactory nodes = JsonNodeFactory.instance;
        Action action = new Action(
                "guest",
                "name",
                "0.0.1",
                1,
                0,
                nodes.objectNode(),
                new ActionLimits(1000, 128, 0, 1),
                nodes.arrayNode(),
                nodes.arrayNode(),
                false);
        return new ActivationRecord(
                id,
                action,
                new ActivationRecord.Timing(1, 2, 0),
                OptionalLong.empty(),
                false,
                ActivationResponse.success(nodes.objectNode(), size),
                List.of());
    }
}
