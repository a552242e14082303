package io.lambdafs.namenode.op.namespace;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.Name;
import io.lambdafs.housekeeping.SubtreeRemoval;
import io.lambdafs.namenode.NameNodeFixture;
import io.lambdafs.wire.ErrorCode;
import io.lambdafs.wire.ResponseEnvelope;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.thirdparty.protobuf.MessageLite;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Changes of directories against changes below them: whatever the order, what is acknowledged is there or gone. */
final class ConcurrentChangesTest {
    private static final int ROUNDS = 25;
    private static final int MAKERS = 6;

    private final NameNodeFixture fixture = new NameNodeFixture();
    private final NamespaceClient hdfs = new NamespaceClient(fixture, NameNodeFixture.SUPERUSER);
    private final ExecutorService threads = Executors.newFixedThreadPool(MAKERS + 1);

    @AfterEach
    void stop() {
        threads.shutdownNow();
    }

    @Test
    void recursiveDelete_againstCreationsBelow_leavesNoOrphans() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            hdfs.mkdirs("/top/a/b", 0755);
            List<Callable<ResponseEnvelope>> calls = new ArrayList<>();
            for (int i = 0; i < MAKERS; i++) {
                calls.add(make("/top/a/b/x" + i, false));
            }
            calls.add(MAKERS / 2, () -> send("delete", NamespaceClient.deleteRequest("/top/a", true)));
            int made = succeeded(calls);
            assertThat(hdfs.exists("/top/a")).isFalse();
            SubtreeRemoval removal = new SubtreeRemoval(fixture.runner, 3);
            for (INodeId root : removal.pending(10)) {
                int steps = 0;
                while (!removal.step(fixture.writer, root)) {
                    assertThat(++steps).isLessThan(100);
                }
            }
            assertThat(made).isPositive();
            assertThat(hdfs.inodes()).isEqualTo(reachable()).isEqualTo(2);
        }
    }

    @Test
    void directoryRename_againstCreationsBelow_losesNothing() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            String from = "/from" + round;
            String to = "/to" + round;
            hdfs.mkdirs(from + "/a/b", 0755);
            List<Callable<ResponseEnvelope>> calls = new ArrayList<>();
            for (int i = 0; i < MAKERS; i++) {
                calls.add(make(from + "/a/b/x" + i, false));
            }
            calls.add(MAKERS / 2, () -> send("rename2", NamespaceClient.rename2Request(from, to, false)));
            int madeAndRenamed = succeeded(calls);
            assertThat(hdfs.exists(from)).isFalse();
            assertThat(hdfs.list(to + "/a/b")).hasSize(madeAndRenamed - 1);
            assertThat(hdfs.inodes()).isEqualTo(reachable());
        }
    }

    @Test
    void renamesAcrossEachOther_doNotDeadlockNorMakeCycles() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            hdfs.mkdirs("/r/p/x", "/s/q/y");
            int renamed = succeeded(List.of(
                    () -> send("rename2", NamespaceClient.rename2Request("/r/p", "/s/q/y/p", false)),
                    () -> send("rename2", NamespaceClient.rename2Request("/s/q", "/r/p/x/q", false))));
            assertThat(renamed).isEqualTo(1);
            assertThat(hdfs.exists("/r/p") ^ hdfs.exists("/s/q")).isTrue();
            assertThat(hdfs.inodes()).isEqualTo(reachable()).isEqualTo(7);
            assertThat(hdfs.exists("/r/p") ? hdfs.rename("/r/p/x/q", "/s") : hdfs.rename("/s/q/y/p", "/r"))
                    .isTrue();
        }
    }

    @Test
    void creationsOfOneName_makeOne() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            List<Callable<ResponseEnvelope>> calls = new ArrayList<>();
            for (int i = 0; i < MAKERS; i++) {
                calls.add(make("/deep" + round + "/er/est", true));
            }
            assertThat(succeeded(calls)).isEqualTo(MAKERS);
            assertThat(hdfs.inodes()).isEqualTo(reachable()).isEqualTo(1 + 3L * (round + 1));
        }
    }

    private Callable<ResponseEnvelope> make(String path, boolean createParent) {
        return () -> send("mkdirs", NamespaceClient.mkdirsRequest(path, 0755, createParent));
    }

    /** Sends again, as a client does, what may be sent again. */
    private ResponseEnvelope send(String method, MessageLite request) {
        var id = fixture.newRequestId();
        ResponseEnvelope response = fixture.send(id, NameNodeFixture.SUPERUSER, method, request.toByteArray());
        for (int i = 0; i < 100 && isRetriable(response); i++) {
            response = fixture.send(id, NameNodeFixture.SUPERUSER, method, request.toByteArray());
        }
        return response;
    }

    private static boolean isRetriable(ResponseEnvelope response) {
        ErrorCode error = response.error();
        return error != null && error.retriable();
    }

    /** Runs all at once; returns how many succeeded. The others were refused for a reason that a user understands. */
    private int succeeded(List<Callable<ResponseEnvelope>> calls) throws Exception {
        int succeeded = 0;
        for (Future<ResponseEnvelope> answer : threads.invokeAll(calls)) {
            ErrorCode error = answer.get().error();
            if (error == null) {
                succeeded++;
            } else {
                assertThat(error.kind()).as(answer.get().message()).isEqualTo(ErrorCode.Kind.USER);
            }
        }
        return succeeded;
    }

    private long reachable() {
        return fixture.runner.read(tx -> {
            long count = 1;
            Deque<INodeId> directories = new ArrayDeque<>(List.of(INodeId.ROOT));
            while (!directories.isEmpty()) {
                for (INode inode : tx.inodes().children(directories.removeLast(), Name.EMPTY, 10_000)) {
                    count++;
                    directories.add(inode.id());
                }
            }
            return count;
        });
    }
}
