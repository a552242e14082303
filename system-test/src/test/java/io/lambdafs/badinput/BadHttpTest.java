package io.lambdafs.badinput;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.openwhisk.platform.PlatformKey;
import io.lambdafs.system.SharedStack;
import io.lambdafs.system.Stack;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Bodies that are no requests at all, at the platform's interface and at an instance's own port. */
final class BadHttpTest {
    private static final int MANY = 100_000;
    private static final int TWO_MEGABYTES = 2_000_000;

    private final Stack stack = SharedStack.get();
    private LiveNameNode nameNode;
    private NamespaceContent before;

    @BeforeEach
    void look() throws IOException {
        nameNode = LiveNameNode.of(stack);
        before = NamespaceContent.of(stack);
    }

    @AfterEach
    void nothingChanged() throws IOException {
        assertThat(nameNode.isHealthy()).isTrue();
        assertThat(NamespaceContent.of(stack)).isEqualTo(before);
    }

    @Test
    void platform_refusesWhatIsNoJsonObject() throws IOException {
        for (String body : new String[] {"{\"request\":", "[1]", "7", "\"x\"", "\0", nested("[", "]"), "{} {}x"}) {
            assertError(nameNode.invoke(LiveNameNode.ACTION, body), 400, "malformed");
        }
        assertError(nameNode.invoke(LiveNameNode.ACTION, parameter("a".repeat(TWO_MEGABYTES))), 413, "larger");
    }

    @Test
    void platform_refusesWrongKeys() throws IOException {
        for (String key : new String[] {"", ":", "x", "wrong:key", "a".repeat(10_000)}) {
            assertError(nameNode.invoke(LiveNameNode.ACTION, "{}", key), 401, "authentication");
        }
    }

    @Test
    void platform_refusesTheKeyThatOpenWhiskPublishes() throws IOException {
        assertError(nameNode.invoke(LiveNameNode.ACTION, "{}", PlatformKey.PUBLISHED), 401, "authentication");
    }

    @Test
    void instance_takesNoCallOfOneWhoDoesNotKnowItsName() throws IOException {
        for (String path : new String[] {"/run", "/init"}) {
            for (String name : new String[] {"", "x", "namenode0"}) {
                assertError(nameNode.post(path, "{}".getBytes(StandardCharsets.UTF_8), name), 421, "does not name");
            }
        }
    }

    @Test
    void platform_refusesUnknownActions() throws IOException {
        assertError(nameNode.invoke("namenode4711", "{}"), 404, "does not exist");
        assertError(nameNode.invoke("a%2Fb", "{}"), 404, "does not exist");
    }

    @Test
    void action_answersAnErrorToParametersThatAreNoRequest() throws IOException {
        for (String parameters : new String[] {
            "{}",
            parameter("!!"),
            parameter("AAAA"),
            parameter(""),
            "{\"request\":7}",
            "{\"request\":{\"a\":1}}",
            parameter("a".repeat(MANY)),
        }) {
            assertError(nameNode.invoke(LiveNameNode.ACTION, parameters), 502, "request");
        }
    }

    @Test
    void instance_refusesWhatIsNoActivation() throws IOException {
        for (String path : new String[] {"/run", "/init"}) {
            for (String body : new String[] {"{", "[]", "{\"value\":7}", "{\"value\":" + nested("[", "]") + "}"}) {
                assertError(nameNode.post(path, body), 400, "Malformed " + path);
            }
            byte[] noText = {(byte) 0xff, (byte) 0xfe, '{', '}'};
            assertError(nameNode.post(path, noText), 400, "Malformed " + path);
            byte[] huge = parameter("a".repeat(TWO_MEGABYTES)).getBytes(StandardCharsets.UTF_8);
            assertError(nameNode.post(path, huge), 413, "larger");
        }
        assertError(nameNode.post("/init", "{\"value\":{\"name\":\"namenode1\"}}"), 403, "more than once");
    }

    @Test
    void tcpOffersThatAreNone_areIgnoredOrRefused() throws IOException {
        for (String endpoint : new String[] {"nowhere", "127.0.0.1:1", "127.0.0.1:99999", ":", "a".repeat(1000)}) {
            // The request itself is in order and carried out: an answer either way, and no harm.
            assertThat(nameNode.offer(endpoint)).as(endpoint).isIn(200, 400);
        }
    }

    private static String parameter(String request) {
        return "{\"request\":\"" + request + "\"}";
    }

    private static String nested(String open, String close) {
        return open.repeat(MANY) + close.repeat(MANY);
    }

    private void assertError(HttpResponse<String> answer, int status, String part) throws IOException {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        assertThat(nameNode.error(answer)).contains(part);
    }
}
