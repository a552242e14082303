package io.lambdafs.faas.action;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.faas.action.ActionFixture.Instance;
import io.lambdafs.faas.action.ActionFixture.Reply;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What an instance answers to messages and code that are wrong. */
@Timeout(60)
final class MalformedActionTest {
    private ActionFixture fixture;
    private Instance instance;

    @BeforeEach
    void start() throws IOException {
        ActionFixture.assumeProgram("cc");
        ActionFixture.assumeProgram("python3");
        fixture = new ActionFixture();
        instance = fixture.start();
    }

    @AfterEach
    void stop() throws IOException {
        if (fixture != null) {
            fixture.close();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "nonsense, 400, not valid JSON",
        "[], 400, not a JSON object",
        "'{\"value\":1}', 400, not a JSON object",
        "'{\"value\":{}}', 502, has no volume",
        "'', 502, has no volume",
        "'{\"value\":{\"env\":{\"LAMBDAFS_VOLUME\":\"1\"}}}', 502, no code",
        "'{\"value\":{\"code\":\"x\",\"env\":{\"LAMBDAFS_VOLUME\":\"99999\"}}}', 502, there is no volume 99999",
        "'{\"value\":{\"code\":\"x\",\"env\":{\"LAMBDAFS_VOLUME\":\"../x\"}}}', 502, there is no volume",
    })
    void initThatIsMalformed_isRefused(String body, int status, String said) throws Exception {
        Reply reply = instance.post("/init", body);
        assertThat(reply.body()).contains("\"error\":", said);
        assertThat(reply.status()).isEqualTo(status);
        assertThat(instance.run("{}").status()).isEqualTo(502);
    }

    @ParameterizedTest
    @CsvSource({
        "python, 'def other(args): pass', AttributeError",
        "python, 'def main(args)', SyntaxError",
        "python, 'import nothing_like_that', ModuleNotFoundError",
        "python, 'import sys; sys.exit(3)', SystemExit",
        "python, 'import os; os.kill(os.getpid(), 9)', exited unexpectedly",
        "java, 'text', not a jar",
        "ruby:2, 'puts 1', cannot have a volume",
    })
    void codeThatIsWrong_isSaid(String kind, String code, String said) throws Exception {
        Reply reply = instance.init(kind, code);
        assertThat(reply.status()).isEqualTo(502);
        assertThat(reply.body()).contains(said);
    }

    @Test
    void code_thatIsNoBase64_orAnArchiveThatIsWrong_isSaid() throws Exception {
        assertThat(instance.init("python", zip("other.py"), "main", true, Map.of())
                        .body())
                .contains("has no __main__.py");
        assertThat(fixture.start()
                        .init("python", zip("../escape.py"), "main", true, Map.of())
                        .body())
                .contains("has a file outside of it");
        assertThat(fixture.start()
                        .init("python", "x", "main", false, Map.of(ActionSettings.RETRIES, "many"))
                        .body())
                .contains("LAMBDAFS_RETRIES");
        assertThat(fixture.start()
                        .init("python", "x", "main", false, Map.of(ActionSettings.MOUNT, "v"))
                        .body())
                .contains("cannot be mounted");
    }

    /** An instance without a secret is on a machine where somebody has a browser. */
    @ParameterizedTest
    @CsvSource({"Origin, https://example.org", "Origin, null"})
    void aCallOfAWebPage_isRefused(String header, String value) throws Exception {
        instance.init("python", "def main(args): return args");
        assertThat(instance.post("/run", "{}", header, value).status()).isEqualTo(421);
        assertThat(instance.post("/run", "{}").status()).isEqualTo(200);
    }

    @Test
    void anArchive_isUnpacked() throws Exception {
        assertThat(instance.init("python", zip("__main__.py", "lib/helper.py"), "main", true, Map.of())
                        .status())
                .isEqualTo(200);
        assertThat(instance.run("{}").body()).isEqualTo("{\"helper\":\"lib/helper.py\"}");
    }

    private static String zip(String... names) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            for (String name : names) {
                zip.putNextEntry(new ZipEntry(name));
                String text = name.equals("__main__.py")
                        ? "from lib.helper import name\ndef main(args): return {'helper': name}\n"
                        : "name = '" + name + "'\n";
                zip.write(text.getBytes(StandardCharsets.UTF_8));
            }
        }
        return Base64.getEncoder().encodeToString(bytes.toByteArray());
    }

    @ParameterizedTest
    @CsvSource({"nonsense", "[]", "'{\"value\":[1]}'", "'{\"value\":{},\"deadline\":\"soon\"}'", "'{\"value\":{}}{}'"})
    void runThatIsMalformed_isRefused_andTheNextIsServed(String body) throws Exception {
        instance.init("python", "def main(args): return args");
        Reply reply = instance.post("/run", body);
        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.body()).contains("\"error\":\"Malformed /run");
        assertThat(instance.run("{\"a\":1}").body()).isEqualTo("{\"a\":1}");
    }
}
