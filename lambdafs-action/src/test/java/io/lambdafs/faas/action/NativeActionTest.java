package io.lambdafs.faas.action;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.faas.action.ActionFixture.Instance;
import io.lambdafs.faas.action.ActionFixture.Reply;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Programs as functions: started for each call, or in the action loop. */
@Timeout(60)
final class NativeActionTest {
    private ActionFixture fixture;

    @BeforeEach
    void start() {
        ActionFixture.assumeProgram("cc");
        fixture = new ActionFixture();
    }

    @AfterEach
    void stop() throws IOException {
        if (fixture != null) {
            fixture.close();
        }
    }

    @Test
    void aCallThatDoesNotEnd_isEndedAtItsDeadline() throws Exception {
        Instance instance = fixture.start("native", """
                #!/bin/sh
                sleep 3600
                """);
        long deadline = System.currentTimeMillis() + 1500;
        assertThat(instance.post("/run", "{\"value\":{},\"deadline\":\"" + deadline + "\"}")
                        .body())
                .contains("exceeded its time limit");
    }

    @Test
    void aScript_hasItsParametersTwice_andItsLastLineIsTheAnswer() throws Exception {
        Instance instance = fixture.start("blackbox", """
                #!/bin/sh
                echo "working for $__OW_ACTIVATION_ID"
                echo "$1" >> /mnt/v/calls
                cat
                """);
        Reply reply = instance.post("/run", "{\"value\":{\"a\":[1,\"b\"]},\"activation_id\":\"a1\"}");
        assertThat(reply).isEqualTo(new Reply(200, "{\"a\":[1,\"b\"]}"));
        assertThat(fixture.file("/calls")).isEqualTo("{\"a\":[1,\"b\"]}\n");
        assertThat(instance.printed()).isEqualTo("working for a1\n" + ActionFixture.SENTINEL);
    }

    @Test
    void aScriptThatFails_leavesNothing() throws Exception {
        Instance instance = fixture.start("native", """
                #!/bin/sh
                echo hello > /mnt/v/f
                case $1 in
                  *says*) echo '{"error": "said"}'; exit 1;;
                  *dies*) kill -9 $$;;
                  *silent*) exit 0;;
                  *) echo oops; exit 3;;
                esac
                """);
        assertThat(instance.run("{\"says\":1}").body()).isEqualTo("{\"error\":\"said\"}");
        assertThat(instance.run("{\"dies\":1}").body()).isEqualTo("{\"error\":\"The action ended with status 137.\"}");
        assertThat(instance.run("{}").body()).isEqualTo("{\"error\":\"The action ended with status 3.\"}");
        Reply silent = instance.run("{\"silent\":1}");
        assertThat(silent.status()).isEqualTo(502);
        assertThat(silent.body()).contains("did not print a JSON object");
        assertThat(fixture.file("/f")).isEqualTo("nothing");
        assertThat(instance.printed()).contains("oops\n");
    }

    @Test
    void parametersThatAreTooLongForAnArgument_areOnTheInput() throws Exception {
        Instance instance = fixture.start("native", """
                #!/bin/sh
                echo "{\\"arguments\\": $#, \\"bytes\\": $(wc -c)}"
                """);
        assertThat(instance.run("{\"x\":\"" + "x".repeat(200_000) + "\"}").body())
                .isEqualTo("{\"arguments\":0,\"bytes\":200008}");
    }

    @Test
    void aLoop_staysWarm() throws Exception {
        Instance instance = fixture.start("loop", """
                #!/bin/sh
                n=0
                while read -r line; do
                  n=$((n + 1))
                  echo "$line" >> /mnt/v/lines
                  echo "output $n"
                  echo "{\\"n\\": $n}" >&3
                done
                """);
        assertThat(instance.run("{}").body()).isEqualTo("{\"n\":1}");
        assertThat(instance.run("{}").body()).isEqualTo("{\"n\":2}");
        assertThat(fixture.file("/lines")).isEqualTo("{\"value\":{}}\n{\"value\":{}}\n");
        assertThat(instance.printed())
                .isEqualTo("output 1\n" + ActionFixture.SENTINEL + "output 2\n" + ActionFixture.SENTINEL);
    }

    @Test
    void aLoopThatAnswersNonsense_isReplaced() throws Exception {
        Instance instance = fixture.start("loop", """
                #!/bin/sh
                echo "started" >> /mnt/v/starts
                while read -r line; do
                  case $line in
                    *nonsense*) echo nonsense >&3;;
                    *) echo '{}' >&3;;
                  esac
                done
                """);
        Reply reply = instance.run("{\"nonsense\":1}");
        assertThat(reply.status()).isEqualTo(502);
        assertThat(reply.body()).contains("did not return a JSON object");
        assertThat(instance.run("{}").body()).isEqualTo("{}");
        assertThat(fixture.file("/starts")).isEqualTo("started\n");
    }
}
