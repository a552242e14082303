package io.lambdafs.monitoring;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.lambdafs.system.Await;
import io.lambdafs.system.Stack;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** {@code lambdafs doctor} before a system that is well, and before one whose DataNode was stopped. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
final class DoctorTest {
    @Test
    void doctor_saysWhichDataNodeIsMissing() throws Exception {
        try (Stack stack = Stack.start(1, 1)) {
            try (FileSystem client = stack.newClient()) {
                client.mkdirs(new Path("/d"));
            }
            Stack.Result well = stack.tryRun("doctor", "--json");
            assertThat(well.status()).as(well.output() + well.errors()).isZero();
            assertThat(checks(well, "ok"))
                    .contains(
                            "versions", "processes", "ports", "coordinator", "platform", "settings", "store", "clocks");
            assertThat(checks(well, "ok")).contains("datanodes");

            Stack.signal("KILL", stack.pid("datanode0"));
            Await.until(
                    "the DataNode is dead",
                    Duration.ofSeconds(30),
                    () -> !stack.components().containsKey("datanode0"));
            Stack.Result ill = stack.tryRun("doctor");
            assertThat(ill.status()).as(ill.output() + ill.errors()).isEqualTo(1);
            assertThat(ill.output())
                    .containsPattern("(?m)^error +processes +datanode0 does not run$")
                    .contains("Run 'lambdafs start', which brings it back");
        }
    }

    private static List<String> checks(Stack.Result result, String severity) throws Exception {
        JsonNode json = new ObjectMapper().readTree(result.output());
        assertThat(json.path("errors").asInt()).isZero();
        List<String> checks = new ArrayList<>();
        for (JsonNode finding : json.path("findings")) {
            if (finding.path("severity").asText().equals(severity)) {
                checks.add(finding.path("check").asText());
            }
        }
        return checks;
    }
}
