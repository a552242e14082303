package io.lambdafs.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.system.SharedStack;
import io.lambdafs.system.Stack;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file of several blocks goes through Hadoop's shell and comes back byte for byte. */
final class LargeFileTest {
    private static final int CHUNK_BYTES = 1 << 20;
    private static final int CHUNKS = 50;
    private static final String REPLICATION = "dfs.replication=1";
    private static final String BLOCK_SIZE = "dfs.blocksize=16777216";

    @TempDir
    private Path directory;

    private StockClient client;

    @BeforeEach
    void makeClient() throws IOException {
        client = StockClient.unshaded(SharedStack.get(), directory);
    }

    @AfterEach
    void remove() throws IOException {
        client.dfs("-rm", "-r", "-f", "/large");
    }

    @Test
    void put_cat_bringsEveryByteBack() throws IOException {
        Path file = directory.resolve("large.bin");
        try (var out = Files.newOutputStream(file)) {
            for (int number = 0; number < CHUNKS; number++) {
                out.write(chunk(number));
            }
        }
        assertSucceeded(client.dfs("-mkdir", "-p", "/large/dir"));
        assertSucceeded(client.dfs("-D", REPLICATION, "-D", BLOCK_SIZE, "-put", file.toString(), "/large/dir/file"));
        Files.delete(file);
        assertSucceeded(client.dfs("-mv", "/large/dir", "/large/moved"));

        Stack.Result stat = client.dfs("-stat", "%b %r", "/large/moved/file");

        assertThat(stat.output()).isEqualTo((long) CHUNKS * CHUNK_BYTES + " 1\n");
        Process cat = client.startDfs("-cat", "/large/moved/file");
        try (InputStream in = new BufferedInputStream(cat.getInputStream(), CHUNK_BYTES)) {
            for (int number = 0; number < CHUNKS; number++) {
                // Comparing by AssertJ would box every byte.
                assertThat(Arrays.equals(in.readNBytes(CHUNK_BYTES), chunk(number)))
                        .as("MiB %d", number)
                        .isTrue();
            }
            assertThat(in.read()).isEqualTo(-1);
        }
        client.await(cat);
        assertThat(cat.exitValue()).isZero();
    }

    /** Bytes that differ from chunk to chunk and along each. */
    private static byte[] chunk(int number) {
        byte[] chunk = new byte[CHUNK_BYTES];
        int state = number + 1;
        for (int i = 0; i < CHUNK_BYTES; i++) {
            state = state * 1_103_515_245 + 12_345;
            chunk[i] = (byte) (state >>> 16);
        }
        return chunk;
    }

    private static void assertSucceeded(Stack.Result result) {
        assertThat(result.status()).as(result.errors()).isZero();
    }
}
