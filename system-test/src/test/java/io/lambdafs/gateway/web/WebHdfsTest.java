package io.lambdafs.gateway.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lambdafs.system.Gateways;
import io.lambdafs.system.SharedStack;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** WebHDFS answers as that of an HDFS NameNode does, and Hadoop's own client of it works. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
final class WebHdfsTest {
    private static final int PAGE = 1_000;
    private static final int BLOCK_BYTES = 1 << 20;

    @Test
    void answers_areThoseOfHdfs() throws IOException {
        assertSession("transcript.txt");
    }

    @Test
    void deviations_areTheDocumentedOnes() throws IOException {
        assertSession("deviations.txt");
    }

    @Test
    void fileSystemOfHadoop_writesReadsListsAppendsAndRenames() throws IOException {
        Path home = new Path("/webhdfs");
        byte[] content = bytes(2 * BLOCK_BYTES + 100, 1);
        byte[] more = bytes(1000, 2);
        try (FileSystem fs = webHdfs()) {
            Path file = new Path(home, "d/file");
            try (OutputStream out = fs.create(file, true, 4096, (short) 1, BLOCK_BYTES)) {
                out.write(content);
            }
            assertThat(fs.getFileBlockLocations(file, 0, content.length)).hasSize(3);
            try (OutputStream out = fs.append(file)) {
                out.write(more);
            }
            fs.setPermission(file, new FsPermission((short) 0640));
            Path moved = new Path(home, "moved äöü %+");
            assertThat(fs.rename(file, moved)).isTrue();

            byte[] all = Arrays.copyOf(content, content.length + more.length);
            System.arraycopy(more, 0, all, content.length, more.length);
            assertThat(Arrays.equals(read(fs, moved, all.length), all)).isTrue();
            assertThat(fs.getFileStatus(moved).getPermission()).isEqualTo(new FsPermission((short) 0640));
            assertThat(Arrays.stream(fs.listStatus(home))
                            .map(FileStatus::getPath)
                            .map(Path::getName))
                    .containsExactlyInAnyOrder("d", "moved äöü %+");
            assertThatThrownBy(() -> fs.open(new Path(home, "none")).read()).isInstanceOf(FileNotFoundException.class);
            assertThat(fs.delete(home, true)).isTrue();
        }
    }

    /** The pages after the first are read outside of the handler that began the answer. */
    @Test
    void directoryOfSeveralPages_isListed() throws IOException {
        Path home = new Path("/webhdfs-pages");
        try (FileSystem direct = Gateways.client(Gateways.settings(SharedStack.get()));
                FileSystem fs = webHdfs()) {
            for (int i = 0; i <= PAGE; i++) {
                direct.mkdirs(new Path(home, "d" + i));
            }
            assertThat(fs.listStatus(home)).hasSize(PAGE + 1);
            direct.delete(home, true);
        }
    }

    private static void assertSession(String resource) throws IOException {
        String recorded = resource(resource);
        List<WebHdfsSession.Exchange> expected = WebHdfsSession.read(recorded);
        assertThat(expected).isNotEmpty();
        String server = Gateways.httpAddress(SharedStack.get(), 0).toString();
        List<WebHdfsSession.Exchange> actual =
                new WebHdfsSession(server, System.getProperty("user.name")).run(recorded);
        SoftAssertions same = new SoftAssertions();
        for (int i = 0; i < expected.size(); i++) {
            same.assertThat(actual.get(i)).isEqualTo(expected.get(i));
        }
        same.assertAll();
    }

    private static FileSystem webHdfs() throws IOException {
        URI http = Gateways.httpAddress(SharedStack.get(), 0);
        return FileSystem.newInstance(URI.create("webhdfs://" + http.getAuthority()), new Configuration());
    }

    private static byte[] read(FileSystem fs, Path file, int length) throws IOException {
        byte[] content = new byte[length];
        try (FSDataInputStream in = fs.open(file)) {
            in.readFully(content);
            assertThat(in.read()).isEqualTo(-1);
        }
        return content;
    }

    private static byte[] bytes(int length, int seed) {
        byte[] bytes = new byte[length];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = WebHdfsTest.class.getResourceAsStream("/webhdfs/" + name)) {
            if (in == null) {
                throw new IOException("no resource " + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
