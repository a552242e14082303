package io.lambdafs.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.lambdafs.system.Gateways;
import io.lambdafs.system.SharedStack;
import io.lambdafs.tidy.CheckoutSources;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * The client library hdfs-native, which is written in Rust and called from Python, takes a gateway for an HDFS NameNode. What it
 * does and what it expects is in {@code src/test/python}. Needs Python and the library, which need not be there.
 */
final class HdfsNativeTest {
    private static final Duration INSTALL_BOUND = Duration.ofMinutes(10);
    private static final Duration BOUND = Duration.ofMinutes(1);
    private static final int STEPS = 11;

    @Test
    void files_areWrittenReadAppendedToMovedAndDeleted() throws Exception {
        ClientProgram.Ended python = ClientProgram.findTool("hdfs-native", INSTALL_BOUND);
        assumeThat(python.noTool()).as(python.errors().strip()).isFalse();
        Path script = CheckoutSources.root().toAbsolutePath().resolve("system-test/src/test/python/gateway_client.py");
        Map<String, String> environment = Map.of("HADOOP_USER_NAME", System.getProperty("user.name"));

        String said = new ClientProgram(ClientProgram.target("hdfs-native"), environment, BOUND)
                .run(
                        python.require().strip(),
                        script.toString(),
                        Gateways.address(SharedStack.get(), 0).toString(),
                        "/hdfs-native")
                .require();

        assertThat(said.lines()).hasSize(STEPS).allMatch(line -> line.startsWith("ok "));
    }
}
