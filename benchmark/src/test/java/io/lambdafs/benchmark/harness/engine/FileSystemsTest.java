package io.lambdafs.benchmark.harness.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.benchmark.harness.workload.RunPlan.Target;
import java.io.IOException;
import java.util.Map;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.Test;

final class FileSystemsTest {
    private static final Map<String, String> MEMORY =
            Map.of("fs.mem.impl", "io.lambdafs.benchmark.harness.MemoryFileSystem");

    private static Target target(boolean perClient) {
        return new Target("mem://one/,mem://other/", MEMORY, perClient);
    }

    @Test
    void clients_takeSeveralUrisInTurn_andShareTheConnectionOfEach() throws IOException {
        try (FileSystems connections = new FileSystems(target(false))) {
            FileSystem first = connections.forClient(0);
            FileSystem second = connections.forClient(1);
            assertThat(first.getUri().getAuthority()).isEqualTo("one");
            assertThat(second.getUri().getAuthority()).isEqualTo("other");
            assertThat(connections.forClient(2)).isSameAs(first);
            assertThat(connections.forClient(3)).isSameAs(second);
        }
    }

    @Test
    void clientsThatShareNothing_haveConnectionsOfTheirOwn() throws IOException {
        try (FileSystems connections = new FileSystems(target(true))) {
            FileSystem first = connections.forClient(0);
            assertThat(connections.forClient(2)).isNotSameAs(first);
            assertThat(connections.forClient(2).getUri()).isEqualTo(first.getUri());
        }
    }

    @Test
    void programItself_usesTheFirst() throws IOException {
        try (FileSystem fs = FileSystems.connect(target(false))) {
            assertThat(fs.getUri().getAuthority()).isEqualTo("one");
        }
    }
}
