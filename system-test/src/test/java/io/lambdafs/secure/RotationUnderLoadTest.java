package io.lambdafs.secure;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.system.MixedLoad;
import io.lambdafs.system.Stack;
import io.lambdafs.system.StackStatus;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Keys and certificates are replaced while clients create, read, rename and delete, and the engine is reached over TLS. */
@Tag("long")
@Timeout(300)
final class RotationUnderLoadTest {
    private static final Duration BOUND = Duration.ofSeconds(60);
    private static final int CLIENTS = 3;
    private static final int STEPS = 60;
    private static final int ROTATIONS = 2;

    @Test
    void replacedKeysAndCertificates_loseNothingThatWasAcknowledged() throws Exception {
        try (Stack stack = Stack.start(2, 1, "--secure", "--store", "rocks", "--bind-address", "127.0.0.2")) {
            Path security = stack.dataDir().resolve("security");
            String certificate = Files.readString(security.resolve("engine.crt"));
            try (FileSystem fs = client(stack);
                    MixedLoad load = new MixedLoad(fs, new org.apache.hadoop.fs.Path("/load"), CLIENTS)) {
                load.awaitProgress(STEPS, BOUND);
                for (int i = 0; i < ROTATIONS; i++) {
                    stack.run("security", "replace-key");
                    load.awaitProgress(STEPS, BOUND);
                    stack.run("certificates", "--renew");
                    load.awaitProgress(STEPS, BOUND);
                    newInstancesConnect(stack);
                    load.awaitProgress(STEPS, BOUND);
                }
                assertThat(load.stopAndVerify()).isEmpty();
                assertThat(load.acknowledged()).isGreaterThan(CLIENTS * STEPS * ROTATIONS);
            }
            assertThat(Files.readString(security.resolve("service.key"))).startsWith((1 + ROTATIONS) + ":");
            assertThat(Files.readString(security.resolve("engine.crt"))).isNotEqualTo(certificate);
        }
    }

    /** Those that run keep their connections; the next ones see the new certificates and sign with the new key. */
    private static void newInstancesConnect(Stack stack) throws Exception {
        for (StackStatus.Instance instance : stack.instances()) {
            boolean unused = Stack.trySignal("KILL", instance.pid());
        }
    }

    private static FileSystem client(Stack stack) throws Exception {
        Configuration configuration = stack.hadoopConfiguration();
        configuration.set(
                "lambdafs.client.service-key-file",
                stack.dataDir().resolve("security/service.key").toString());
        return FileSystem.newInstance(URI.create("hdfs://lambdafs/"), configuration);
    }
}
