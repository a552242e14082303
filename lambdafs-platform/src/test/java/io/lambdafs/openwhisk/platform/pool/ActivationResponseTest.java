package io.lambdafs.openwhisk.platform.pool;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.lambdafs.openwhisk.platform.pool.ActivationResponse.Status;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What an answer says beside its content. */
final class ActivationResponseTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    @Test
    void falseScaleOut_declinesASibling() throws Exception {
        assertThat(success("{\"response\":\"AA==\",\"scaleOut\":false}").declinesSibling())
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "[]",
                "{\"scaleOut\":true}",
                "{\"scaleOut\":null}",
                "{\"scaleOut\":0}",
                "{\"scaleOut\":\"false\"}",
                "{\"scaleOut\":[false]}"
            })
    void anythingElse_saysNothing(String answer) throws Exception {
        assertThat(success(answer).declinesSibling()).isFalse();
    }

    @Test
    void failure_saysNothing() throws Exception {
        JsonNode error = MAPPER.readTree("{\"scaleOut\":false}");
        assertThat(ActivationResponse.failure(Status.APPLICATION_ERROR, error).declinesSibling())
                .isFalse();
    }

    private static ActivationResponse success(String answer) throws Exception {
        return ActivationResponse.success(MAPPER.readTree(answer), answer.length());
    }
}
