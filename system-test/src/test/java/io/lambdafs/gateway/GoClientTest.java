package io.lambdafs.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.system.Gateways;
import io.lambdafs.system.SharedStack;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * A client library in Go, which shares no code with Hadoop, takes a gateway for an HDFS NameNode. What it does and what it expects
 * is in {@code src/test/go}. Needs Go, which need not be there.
 */
final class GoClientTest {
    private static final Duration BOUND = Duration.ofMinutes(1);
    private static final int STEPS = 11;

    @Test
    void files_areWrittenReadAppendedToMovedAndDeleted() throws Exception {
        Path program = GoProgram.build("go");

        URI gateway = Gateways.address(SharedStack.get(), 0);
        String said = new ClientProgram(
                        ClientProgram.target("go-client"),
                        Map.of("HADOOP_USER_NAME", System.getProperty("user.name")),
                        BOUND)
                .run(program.toString(), gateway.getAuthority(), "/go-client")
                .require();

        assertThat(said.lines()).hasSize(STEPS).allMatch(line -> line.startsWith("ok "));
    }
}
