package io.lambdafs.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** The bounds of what an instance reads as JSON. */
final class JsonCodecTest {
    private final JsonCodec codec = new JsonCodec();

    @Test
    void bodyOfTooManyValues_isRefused() {
        // Empty objects take three bytes each in the body, and an empty map each in memory.
        byte[] body = body("{},".repeat(10_000));
        assertThatThrownBy(() -> codec.read(body))
                .isInstanceOf(MalformedJsonException.class)
                .hasMessageStartingWith("the body has more than 10000 values");
    }

    @Test
    void bodyOfManyValues_isRead() throws MalformedJsonException {
        assertThat(codec.read(body("1,".repeat(9_900))).fields()).containsKey("a");
    }

    private static byte[] body(String elements) {
        return ("{\"a\":[" + elements + "1]}").getBytes(StandardCharsets.UTF_8);
    }
}
