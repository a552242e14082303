package io.lambdafs.figures;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.lambdafs.system.ProcessOutput;
import io.lambdafs.system.SharedStack;
import io.lambdafs.system.Stack;
import io.lambdafs.tidy.CheckoutSources;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** That {@code bin/lambdafs-bench} puts load on a running system, and that all of its operations leave what they must. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
final class LoadHarnessTest {
    private static final long BOUND_SECONDS = 120;

    @TempDir
    private Path work;

    @Test
    void spotifysMix_leavesWhatItMust() throws Exception {
        Stack stack = SharedStack.get();
        Path out = work.resolve("out");
        List<String> command = new ArrayList<>(
                List.of(CheckoutSources.root().resolve("bin/lambdafs-bench").toString()));
        command.addAll(List.of("run", "--fs", "hdfs://lambdafs/", "--base", "/load-harness", "--clients", "4"));
        command.addAll(
                List.of("--workload", "spotify", "--load", "const:100", "--duration", "3s", "--warmup", "500ms"));
        command.addAll(List.of("--tree", "initial=10,shared=0.3,shared-dirs=2,files=8", "--out", out.toString()));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("LAMBDAFS_BUILD", "never");
        builder.environment().put("LAMBDAFS_DATA_DIR", stack.dataDir().toString());
        builder.environment().put("LAMBDAFS_BENCH_OPTS", "-Xmx256m -XX:TieredStopAtLevel=1");
        builder.environment()
                .put(
                        "LAMBDAFS_CLIENT_PROPERTIES_FILE",
                        stack.dataDir().resolve("client.properties").toString());
        try (ProcessOutput output = ProcessOutput.of(builder)) {
            Process process = builder.start();
            process.getOutputStream().close();
            boolean ended = process.waitFor(BOUND_SECONDS, TimeUnit.SECONDS);
            if (!ended) {
                process.destroyForcibly();
            }
            String said = output.output() + output.errors();
            assertThat(ended).as(said).isTrue();
            assertThat(process.exitValue()).as(said).isZero();
            assertThat(output.output()).contains("as it has to be");
        }
        JsonNode run = new ObjectMapper().readTree(out.resolve("run.json").toFile());
        assertThat(run.at("/phases/0/offered_ops").asInt()).isEqualTo(300);
        assertThat(run.at("/phases/0/ok_ops").asInt()).isEqualTo(300);
        // λFS's client says what it sends once more; a calm stack may need none.
        assertThat(run.at("/phases/0/retries").isIntegralNumber()).isTrue();
        assertThat(run.at("/namespace/found").asInt()).isGreaterThan(50);
    }
}
