package io.lambdafs.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.lambdafs.system.Gateways;
import io.lambdafs.system.SharedStack;
import io.lambdafs.tidy.SourceTree;
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
    /** The first build fetches and compiles the library. */
    private static final Duration BUILD_BOUND = Duration.ofMinutes(10);

    private static final Duration BOUND = Duration.ofMinutes(1);
    private static final int STEPS = 11;

    @Test
    void files_areWrittenReadAppendedToMovedAndDeleted() throws Exception {
        ClientProgram.Ended go = ClientProgram.findTool("go", BUILD_BOUND);
        assumeThat(go.noTool()).as(go.errors().strip()).isFalse();
        Path directory = ClientProgram.target("go-client");
        Path program = directory.resolve("gateway-client");
        ClientProgram.Ended built = new ClientProgram(
                        SourceTree.root().toAbsolutePath().resolve("system-test/src/test/go"),
                        Map.of("GOFLAGS", "-mod=readonly -buildvcs=false"),
                        BUILD_BOUND)
                .run(go.require().strip(), "build", "-o", program.toString(), ".");
        assumeThat(isWithoutLibrary(built))
                .as("the Go client is left out, because its library cannot be fetched: " + built.errors())
                .isFalse();
        built.require();

        URI gateway = Gateways.address(SharedStack.get(), 0);
        String said = new ClientProgram(directory, Map.of("HADOOP_USER_NAME", System.getProperty("user.name")), BOUND)
                .run(program.toString(), gateway.getAuthority(), "/go-client")
                .require();

        assertThat(said.lines()).hasSize(STEPS).allMatch(line -> line.startsWith("ok "));
    }

    private static boolean isWithoutLibrary(ClientProgram.Ended built) {
        return built.status() != 0 && built.errors().contains("dial tcp");
    }
}
