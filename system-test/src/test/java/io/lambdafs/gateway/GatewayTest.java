package io.lambdafs.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lambdafs.system.Gateways;
import io.lambdafs.system.SharedStack;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.OutputStream;
import java.security.PrivilegedExceptionAction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.ParentNotDirectoryException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Hadoop's client, as it is, takes a gateway for an HDFS NameNode. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
final class GatewayTest {
    private static final Path HOME = new Path("/gateway");
    private static final int BLOCK_BYTES = 1 << 20;

    private Map<String, String> settings;
    private DistributedFileSystem fs;

    @BeforeEach
    void open() throws IOException {
        settings = Gateways.settings(SharedStack.get());
        fs = Gateways.client(settings);
        fs.mkdirs(HOME);
    }

    @AfterEach
    void close() throws IOException {
        fs.delete(HOME, true);
        fs.close();
    }

    @Test
    void file_isWrittenReadAppendedToMovedAndDeleted() throws IOException {
        byte[] content = bytes(2 * BLOCK_BYTES + 100, 1);
        byte[] more = bytes(1000, 2);
        Path file = new Path(HOME, "d/file");
        try (OutputStream out = fs.create(file, true, 4096, (short) 1, BLOCK_BYTES)) {
            out.write(content);
        }
        assertThat(fs.getFileBlockLocations(file, 0, content.length)).hasSize(3);
        assertThat(Arrays.equals(read(file, content.length), content)).isTrue();
        try (OutputStream out = fs.append(file)) {
            out.write(more);
        }
        fs.setPermission(file, new FsPermission((short) 0640));
        Path moved = new Path(HOME, "moved");
        assertThat(fs.rename(file, moved)).isTrue();

        FileStatus status = fs.getFileStatus(moved);
        byte[] all = Arrays.copyOf(content, content.length + more.length);
        System.arraycopy(more, 0, all, content.length, more.length);
        assertThat(Arrays.equals(read(moved, all.length), all)).isTrue();
        assertThat(status.getLen()).isEqualTo(all.length);
        assertThat(status.getPermission()).isEqualTo(new FsPermission((short) 0640));
        assertThat(names(HOME)).containsExactlyInAnyOrder("d", "moved");
        assertThat(fs.delete(moved, false)).isTrue();
        assertThat(fs.exists(moved)).isFalse();
    }

    @Test
    void refusals_areHdfsExceptions() throws IOException {
        Path directory = new Path(HOME, "e");
        fs.mkdirs(directory);
        Path file = new Path(directory, "file");
        fs.create(file).close();
        assertThatThrownBy(() -> fs.open(new Path(HOME, "none")))
                .isExactlyInstanceOf(FileNotFoundException.class)
                .hasMessageStartingWith("File does not exist: /gateway/none");
        assertThatThrownBy(() -> fs.create(file, false))
                .isExactlyInstanceOf(FileAlreadyExistsException.class)
                .hasMessageStartingWith("/gateway/e/file for client ");
        assertThatThrownBy(() -> fs.mkdirs(new Path(file, "x"))).isExactlyInstanceOf(ParentNotDirectoryException.class);
        assertThatThrownBy(() -> fs.mkdirs(new Path(HOME, "x".repeat(256))))
                .isInstanceOfSatisfying(
                        RemoteException.class,
                        refusal -> assertThat(refusal.getClassName())
                                .isEqualTo(
                                        "org.apache.hadoop.hdfs.protocol.FSLimitException$PathComponentTooLongException"));
        assertThatThrownBy(() -> fs.rename(directory, new Path(HOME, "no/where"), Options.Rename.NONE))
                .isExactlyInstanceOf(FileNotFoundException.class);
        assertThatThrownBy(() -> fs.createSnapshot(directory))
                .hasMessageContaining("Directory is not a snapshottable directory: /gateway/");
    }

    @Test
    void caller_isTheUserWhomTheClientNames() throws Exception {
        fs.setPermission(HOME, new FsPermission((short) 0777));
        UserGroupInformation alice = UserGroupInformation.createRemoteUser("alice");
        alice.doAs((PrivilegedExceptionAction<Void>) () -> {
            try (DistributedFileSystem hers = Gateways.client(settings)) {
                Path own = new Path(HOME, "alice");
                hers.mkdirs(own);
                assertThat(hers.getFileStatus(own).getOwner()).isEqualTo("alice");
                assertThatThrownBy(() -> hers.mkdirs(new Path("/of-alice")))
                        .isExactlyInstanceOf(AccessControlException.class)
                        .hasMessageStartingWith("Permission denied: user=alice, access=WRITE, inode=\"/\"");
            }
            return null;
        });
    }

    /** A setting of the gateway says which users may act for others, and nobody may by default. */
    @Test
    void userWhoActsForAnother_isRefused() throws Exception {
        UserGroupInformation proxy =
                UserGroupInformation.createProxyUser("alice", UserGroupInformation.createRemoteUser("mallory"));
        proxy.doAs((PrivilegedExceptionAction<Void>) () -> {
            try (DistributedFileSystem hers = Gateways.client(settings)) {
                assertThatThrownBy(() -> hers.getFileStatus(HOME))
                        .hasMessageContaining("User: mallory is not allowed to impersonate alice");
            }
            return null;
        });
    }

    private byte[] read(Path file, int length) throws IOException {
        byte[] content = new byte[length];
        try (FSDataInputStream in = fs.open(file)) {
            in.readFully(content);
            assertThat(in.read()).isEqualTo(-1);
        }
        return content;
    }

    private List<String> names(Path directory) throws IOException {
        List<String> names = new ArrayList<>();
        for (FileStatus status : fs.listStatus(directory)) {
            names.add(status.getPath().getName());
        }
        return names;
    }

    private static byte[] bytes(int length, int seed) {
        byte[] bytes = new byte[length];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }
}
