package io.lambdafs.faas;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.lambdafs.faas.posix.At;
import io.lambdafs.faas.posix.Credentials;
import io.lambdafs.faas.posix.OpenFlags;
import io.lambdafs.faas.posix.VolumeFiles;
import io.lambdafs.faas.transaction.NamedVolume;
import io.lambdafs.faas.transaction.OpenVolume;
import io.lambdafs.faas.transaction.TransactionLimits;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.volume.CacheUpdate;
import io.lambdafs.system.Programs;
import io.lambdafs.system.Stack;
import java.io.IOException;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;

/** A directory of a volume with a hundred thousand files, as functions, programs and HDFS's clients use it. */
@Tag("long")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Timeout(value = 10, unit = TimeUnit.MINUTES)
final class LargeDirectoryTest {
    private static final int FILES = 100_000;
    private static final int AT_ONCE = 1000;
    private static final String VOLUME = "/large";

    private Stack stack;
    private FileSystem client;

    @BeforeAll
    void fill() throws IOException {
        stack = Stack.start(1, 1, "--store", "rocks");
        client = stack.newClient();
        stack.run("volume", "create", VOLUME);
        try (MetadataStore store = stack.openStore()) {
            VolumeFiles files = new VolumeFiles(
                    new OpenVolume(
                            store.volumes().orElseThrow(),
                            NamedVolume.find(store, VOLUME),
                            CacheUpdate.EAGER,
                            TransactionLimits.defaults()),
                    Credentials.ROOT,
                    "",
                    InstantSource.system());
            for (int from = 0; from < FILES; from += AT_ONCE) {
                files.begin();
                if (from == 0) {
                    files.mkdir(At.root("d"), 0755);
                }
                for (int number = from; number < from + AT_ONCE; number++) {
                    write(files, "d/f" + number, "this is " + number);
                }
                assertThat(files.commit()).isInstanceOf(VolumeFiles.End.Committed.class);
            }
        }
    }

    private static void write(VolumeFiles files, String path, String text) {
        long handle = files.open(At.root(path), OpenFlags.WRONLY | OpenFlags.CREAT | OpenFlags.EXCL, 0644);
        byte[] bytes = text.getBytes(UTF_8);
        files.write(handle, bytes, 0, bytes.length);
        files.release(handle);
    }

    @AfterAll
    void stop() throws IOException {
        client.close();
        stack.close();
    }

    @Test
    @Order(1)
    void hdfsClients_listAndCountIt() throws IOException {
        FileStatus[] listed = client.listStatus(new Path(VOLUME, "d"));
        assertThat(listed).hasSize(FILES);
        assertThat(Arrays.stream(listed).map(FileStatus::getPath).distinct()).hasSize(FILES);
        assertThat(client.getContentSummary(new Path(VOLUME)).getFileCount()).isEqualTo(FILES);
    }

    @Test
    @Order(2)
    void programs_listItAndAddToIt() throws IOException {
        assumeTrue(Programs.isInstalled("cc"), "no program is run: there is no C compiler on the PATH");
        String printed = stack.run(
                "faas",
                "run",
                "--volume",
                VOLUME,
                "--mount",
                "/mnt/v",
                "--",
                "sh",
                "-c",
                "ls /mnt/v/d | wc -l; cat /mnt/v/d/f99999; echo; echo more > /mnt/v/d/more; ls -U /mnt/v/d | wc -l");
        assertThat(printed.lines().map(String::strip))
                .containsExactly(String.valueOf(FILES), "this is 99999", String.valueOf(FILES + 1));
    }

    @Test
    @Order(3)
    void removalAtOnce_isMoreThanATransactionMayDo_butTheVolumeGoesAsAWhole() throws IOException {
        assertThatThrownBy(() -> client.delete(new Path(VOLUME, "d"), true)).hasMessageContaining("remove it in parts");
        assertThat(client.exists(new Path(VOLUME, "d/f0"))).isTrue();
        assertThat(client.delete(new Path(VOLUME, "d/f0"), false)).isTrue();
        assertThat(client.delete(new Path(VOLUME), true)).isTrue();
        assertThat(client.exists(new Path(VOLUME, "d/f1"))).isFalse();
    }
}
