package io.lambdafs.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.cli.store.OwnStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** From which addresses the processes of a system can be reached. */
@Timeout(value = 4, unit = TimeUnit.MINUTES)
final class LoopbackTest {
    private static final String ADDRESS = "127.0.0.2";

    /** That nobody but this machine can, where nothing is said about addresses. */
    @Test
    void allPorts_areOpenToThisMachineOnly() throws IOException {
        Assumptions.assumeTrue(ListeningPorts.areKnown(), "there is no /proc that tells which process listens where");
        Stack stack = SharedStack.get();
        try (FileSystem fs = stack.newClient()) {
            assertThat(fs.exists(new Path("/"))).isTrue();
        }
        SoftAssertions ports = new SoftAssertions();
        for (Map.Entry<String, Long> component : stack.components().entrySet()) {
            List<ListeningPorts.Endpoint> open = ListeningPorts.of(component.getValue());
            if (component.getKey().equals(OwnStore.ROCKS.directory())) {
                // It has a socket in the file system instead, and a port for its metrics alone.
                ports.assertThat(open)
                        .as("ports of the engine")
                        .hasSize(1)
                        .allMatch(ListeningPorts.Endpoint::isLoopback);
                ports.assertThat(permissions(stack.dataDir().resolve("run/store.sock")))
                        .isEqualTo("rw-------");
                continue;
            }
            ports.assertThat(open).as("ports of %s", component.getKey()).isNotEmpty();
            ports.assertThat(open).as("ports of %s", component.getKey()).allMatch(ListeningPorts.Endpoint::isLoopback);
        }
        // One that is just being started may have none yet.
        List<ListeningPorts.Endpoint> ofInstances = new ArrayList<>();
        for (StackStatus.Instance instance : stack.instances()) {
            ofInstances.addAll(ListeningPorts.of(instance.pid()));
        }
        ports.assertThat(ofInstances)
                .as("ports of instances")
                .isNotEmpty()
                .allMatch(ListeningPorts.Endpoint::isLoopback);
        ports.assertAll();
    }

    private static String permissions(java.nio.file.Path file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }

    /** Somebody who wants containers to reach the stack gives it an address; 127.0.0.2 is one that every Linux has. */
    @Test
    void stackAtAnotherAddress_listensThere_andWorks() throws Exception {
        Assumptions.assumeTrue(ListeningPorts.areKnown(), "there is no /proc that tells which process listens where");
        try (Stack stack = Stack.start(1, 1, "--store", "rocks", "--bind-address", ADDRESS);
                FileSystem fs = stack.newClient()) {
            Path file = new Path("/file");
            try (FSDataOutputStream out = fs.create(file)) {
                out.write(1);
            }
            assertThat(fs.getFileStatus(file).getLen()).isEqualTo(1);
            Map<String, Long> components = stack.components();
            assertThat(components.keySet()).containsExactlyInAnyOrder("store", "zookeeper", "platform", "datanode0");
            SoftAssertions ports = new SoftAssertions();
            for (Map.Entry<String, Long> component : components.entrySet()) {
                List<ListeningPorts.Endpoint> open = ListeningPorts.of(component.getValue());
                ports.assertThat(open)
                        .as("ports of %s", component.getKey())
                        .allMatch(ListeningPorts.Endpoint::isLoopback)
                        .anyMatch(port -> port.address().getHostAddress().equals(ADDRESS));
            }
            ports.assertAll();
        }
    }
}
