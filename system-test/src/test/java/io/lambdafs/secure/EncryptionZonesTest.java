package io.lambdafs.secure;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.system.Stack;
import io.lambdafs.testkit.FreePort;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Encryption zones with Hadoop's own key management server, DataNodes and clients, with the plugin and by a gateway. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
final class EncryptionZonesTest {
    private static final String CONTENT = "what nobody reads on a disk\n";

    @TempDir
    private Path directory;

    @Test
    @Tag("extended")
    void filesInAZone_areReadByClients_andStoredEncrypted() throws Exception {
        try (Kms kms = Kms.start(Files.createDirectory(directory.resolve("kms")), FreePort.pick());
                Stack stack = Stack.start(2, 1, "--gateway", "1", "--key-provider", kms.provider())) {
            kms.create("key");
            stack.run("dfs", "-mkdir", "/zone", "/plain");
            assertThat(stack.run("hdfs", "crypto", "-createZone", "-keyName", "key", "-path", "/zone"))
                    .contains("Added encryption zone /zone");
            assertThat(stack.run("hdfs", "crypto", "-listZones"))
                    .contains("/zone")
                    .contains("key");
            Path local = Files.writeString(directory.resolve("local"), CONTENT);
            for (boolean plugin : new boolean[] {true, false}) {
                String file = "/zone/by-" + (plugin ? "plugin" : "gateway");
                String raw = "/.reserved/raw" + file;
                HadoopProgram client = HadoopProgram.of(stack, plugin);
                // One process for all but what must not show the content.
                assertThat(client.run(
                                "-put " + local + " " + file,
                                "-appendToFile " + local + " " + file,
                                "-cp -px " + raw + " " + raw + "-copied",
                                "-cat " + file + "-copied",
                                "-mv " + file + " /plain/moved",
                                "-cat " + file))
                        .contains(
                                "-copied: 0]",
                                CONTENT + CONTENT + "[-cat " + file + "-copied: 0]",
                                file + " can't be moved from an encryption zone.",
                                CONTENT + CONTENT + "[-cat " + file + ": 0]");
                assertThat(client.run("-cat " + raw, "-rm " + file))
                        .contains("[-cat " + raw + ": 0]", "[-rm " + file + ": 0]")
                        .doesNotContain("nobody");
            }
            kms.kill();
            Stack.Result away = stack.tryRun("hdfs", "crypto", "-createZone", "-keyName", "key", "-path", "/plain");
            assertThat(away.output() + away.errors()).contains("the key provider gave nothing for the key key");
            kms.restart();
            assertThat(stack.run("dfs", "-cat", "/zone/by-plugin-copied")).isEqualTo(CONTENT + CONTENT);
        }
    }
}
