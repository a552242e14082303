package io.lambdafs.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** That NameNode functions are equal: which of them an instance is of, it learns with the call that starts it. */
final class NameNodeActionsTest {
    @Test
    void actions_differInTheirNamesOnly() throws Exception {
        ObjectMapper mapper = new ObjectMapper();
        Stack stack = SharedStack.get();
        List<JsonNode> actions = new ArrayList<>();
        for (JsonNode listed : mapper.readTree(stack.askPlatform("/api/v1/namespaces/_/actions"))) {
            String name = listed.path("name").asText();
            if (name.startsWith("namenode")) {
                actions.add(mapper.readTree(stack.askPlatform("/api/v1/namespaces/_/actions/" + name)));
            }
        }
        assertThat(actions).extracting(action -> action.path("name").asText()).contains("namenode0", "namenode1");
        for (String part : List.of("exec", "limits", "parameters")) {
            assertThat(actions)
                    .extracting(action -> action.path(part))
                    .as(part)
                    .doesNotContain(mapper.missingNode())
                    .containsOnly(actions.get(0).path(part));
        }
    }
}
