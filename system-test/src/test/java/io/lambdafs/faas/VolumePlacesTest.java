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
import io.lambdafs.store.volume.VolumeId;
import io.lambdafs.store.volume.VolumeInfo;
import io.lambdafs.system.Await;
import io.lambdafs.system.SharedStack;
import io.lambdafs.system.Stack;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.ContentSummary;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A volume in the namespace, as Hadoop's client and the commands see it: several NameNodes with caches, and functions that commit. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
final class VolumePlacesTest {
    private static final String PLACE = "/volume-places/vol";

    @TempDir
    private Path directory;

    private Stack stack;
    private FileSystem client;

    @BeforeEach
    void start() throws IOException {
        stack = SharedStack.get();
        try (MetadataStore store = stack.openStore()) {
            assumeTrue(store.volumes().isPresent(), "nothing is tested: this store has no volumes");
        }
        client = stack.newClient();
    }

    @AfterEach
    void remove() throws IOException {
        if (client != null) {
            client.delete(path("/volume-places"), true);
            client.close();
        }
    }

    private static org.apache.hadoop.fs.Path path(String text) {
        return new org.apache.hadoop.fs.Path(text);
    }

    private List<String> names(String place) throws IOException {
        return Arrays.stream(client.listStatus(path(place)))
                .map(status -> status.getPath().getName())
                .toList();
    }

    private interface Work {
        void on(VolumeFiles files);
    }

    /** Commits as a function does, beside the NameNodes. */
    private static void commit(MetadataStore store, VolumeInfo volume, Work work) {
        VolumeFiles files = new VolumeFiles(
                new OpenVolume(store.volumes().orElseThrow(), volume, CacheUpdate.EAGER, TransactionLimits.defaults()),
                Credentials.ROOT,
                "",
                InstantSource.system());
        files.begin();
        work.on(files);
        assertThat(files.commit()).isInstanceOf(VolumeFiles.End.Committed.class);
    }

    private static void write(VolumeFiles files, String place, int bytes) {
        long handle = files.open(At.root(place), OpenFlags.WRONLY | OpenFlags.CREAT | OpenFlags.TRUNC, 0644);
        files.write(handle, new byte[bytes], 0, bytes);
        files.release(handle);
    }

    @Test
    void whatFunctionsCommit_isSeenAtOnce_byClientsWhoseNameNodesHadCachedOtherwise() throws IOException {
        assertThat(client.mkdirs(path(PLACE))).isTrue();
        assertThat(client.exists(path(PLACE + "/d"))).isFalse();
        assertThat(client.exists(path(PLACE + "/d/f"))).isFalse();
        assertThat(names(PLACE)).isEmpty();
        assertThat(stack.run("volume", "create", PLACE)).isEqualToIgnoringNewLines(PLACE);
        assertThat(names(PLACE)).isEmpty();
        assertThat(stack.run("volume", "list")).contains("\t4096\tnot used yet\t" + PLACE);

        try (MetadataStore store = stack.openStore()) {
            VolumeInfo volume = NamedVolume.find(store, PLACE);
            for (int size = 1; size <= 20; size++) {
                int bytes = size;
                commit(store, volume, files -> {
                    if (bytes == 1) {
                        files.mkdir(At.root("d"), 0755);
                    }
                    write(files, "d/f", bytes);
                    write(files, "d/f" + bytes, 1);
                });
                assertThat(client.getFileStatus(path(PLACE + "/d/f")).getLen()).isEqualTo(bytes);
                assertThat(names(PLACE + "/d")).hasSize(bytes + 1).contains("f" + bytes);
            }
        }
        ContentSummary summary = client.getContentSummary(path("/volume-places"));
        assertThat(summary.getFileCount()).isEqualTo(21);
        assertThat(summary.getLength()).isEqualTo(40);
        assertThat(client.delete(path(PLACE + "/d/f3"), false)).isTrue();
        assertThat(client.exists(path(PLACE + "/d/f3"))).isFalse();
    }

    @Test
    void commands_takeTheVolumesPath() throws IOException {
        Path file = Files.writeString(directory.resolve("hello"), "hello", UTF_8);
        assertThat(stack.run("volume", "create", PLACE, "--block-size", "1024")).isEqualToIgnoringNewLines(PLACE);
        stack.run("volume", "put", PLACE, file.toString(), "/greeting");
        FileStatus status = client.getFileStatus(path(PLACE + "/greeting"));
        assertThat(status.getLen()).isEqualTo(5);
        assertThat(status.getBlockSize()).isEqualTo(1024);
        stack.run("volume", "get", PLACE, "/greeting", directory.resolve("copy").toString());
        assertThat(directory.resolve("copy")).hasContent("hello");
        assertThat(stack.tryRun("volume", "ls", "/volume-places").errors())
                .contains("/volume-places is not a volume: 'lambdafs volume create /volume-places' makes one");
        assertThat(stack.tryRun("volume", "delete", PLACE).errors()).contains("remove it with 'lambdafs dfs -rm -r'");
        assertThat(stack.run("subtree", "show", PLACE)).contains("# " + PLACE + " is a volume", "block_size: 1024");
    }

    @Test
    void bytes_areNotReadOrWrittenThroughHdfs() throws IOException {
        stack.run("volume", "create", PLACE);
        try (MetadataStore store = stack.openStore()) {
            commit(store, NamedVolume.find(store, PLACE), files -> write(files, "f", 10));
        }
        String refusal = PLACE + "/f is in the volume " + PLACE;
        assertThatThrownBy(() -> client.open(path(PLACE + "/f")).close()).hasMessageContaining(refusal);
        assertThatThrownBy(() -> client.append(path(PLACE + "/f")).close()).hasMessageContaining(refusal);
        assertThatThrownBy(() -> client.create(path(PLACE + "/f")).close()).hasMessageContaining(refusal);
        assertThatThrownBy(() -> client.setReplication(path(PLACE + "/f"), (short) 1))
                .hasMessageContaining(refusal);
        assertThatThrownBy(() -> client.rename(path(PLACE + "/f"), path("/volume-places/f")))
                .hasMessageContaining(refusal);
        assertThat(stack.tryRun("dfsadmin", "-allowSnapshot", PLACE).errors())
                .contains("snapshots do not show what is in it");
    }

    @Test
    void removedDirectory_takesItsVolumeAlong() throws Exception {
        stack.run("volume", "create", PLACE);
        try (MetadataStore store = stack.openStore()) {
            VolumeId volume = NamedVolume.find(store, PLACE).id();
            commit(store, NamedVolume.find(store, PLACE), files -> write(files, "f", 10));
            client.delete(path("/volume-places"), true);
            Await.until(
                    "the volume is deleted",
                    Duration.ofSeconds(90),
                    () -> store.volumes().orElseThrow().find(volume).isEmpty());
            assertThat(client.exists(path(PLACE))).isFalse();
        }
    }
}
