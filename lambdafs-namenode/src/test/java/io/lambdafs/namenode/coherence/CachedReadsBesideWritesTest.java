package io.lambdafs.namenode.coherence;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.coherence.FillToken;
import io.lambdafs.coherence.ProtocolRules;
import io.lambdafs.fs.FsPath;
import io.lambdafs.namenode.NameNode;
import io.lambdafs.namenode.NameNodeConfig;
import io.lambdafs.namenode.NameNodeFixture;
import io.lambdafs.namenode.cache.CachedReads;
import io.lambdafs.namenode.cache.DirectoryTimes;
import io.lambdafs.namenode.cache.ReadAhead;
import io.lambdafs.namenode.cache.ReadPath;
import io.lambdafs.namenode.coherence.CoherentCluster.One;
import io.lambdafs.wire.RequestEnvelope;
import io.lambdafs.wire.ResponseEnvelope;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetFileInfoRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetListingRequestProto;
import org.apache.hadoop.thirdparty.protobuf.ByteString;
import org.apache.hadoop.thirdparty.protobuf.MessageLite;
import org.junit.jupiter.api.Test;

/** Cached reads are answered by the thread that reads from connections, which must wait for no write. */
final class CachedReadsBesideWritesTest {
    private static final long BOUND_SECONDS = 20;

    /** Less than the lock is held. */
    private static final long READ_SECONDS = 5;

    private final Executor threads = task -> {
        Thread thread = new Thread(task, "beside-writes");
        thread.setDaemon(true);
        thread.start();
    };

    @Test
    void cachedRead_isAnsweredWhileTheNodesLockIsHeld()
            throws ExecutionException, InterruptedException, TimeoutException {
        try (CoherentCluster cluster = new CoherentCluster(1, CoherenceTimes.defaults())) {
            One one = cluster.startAdmitted(0);
            NameNodeFixture fixture = new NameNodeFixture(
                    NameNodeConfig.defaults(NameNodeFixture.SUPERUSER),
                    made -> Map.of(),
                    made -> cachedReads(made, one));
            NameNode nameNode = fixture.nameNode();
            List<RequestEnvelope> requests = requests(fixture);
            requests.forEach(nameNode::handle);
            requests.forEach(nameNode::handle);

            CountDownLatch held = new CountDownLatch(1);
            CountDownLatch release = new CountDownLatch(1);
            FillToken token = one.node().begin(FsPath.parse("/other"));
            CompletableFuture<Boolean> holder = CompletableFuture.supplyAsync(
                    () -> one.node().complete(token, () -> holdUntil(release, held)), threads);
            assertThat(held.await(BOUND_SECONDS, TimeUnit.SECONDS)).isTrue();
            try {
                for (RequestEnvelope request : requests) {
                    assertThat(CompletableFuture.supplyAsync(() -> nameNode.handleAtOnce(request), threads)
                                    .get(READ_SECONDS, TimeUnit.SECONDS))
                            .as(request.method())
                            .hasValueSatisfying(answer -> assertThat(answer).matches(ResponseEnvelope::succeeded));
                }
                assertThat(holder).isNotDone();
            } finally {
                release.countDown();
            }
            assertThat(holder.get(BOUND_SECONDS, TimeUnit.SECONDS)).isTrue();
        }
    }

    private static void holdUntil(CountDownLatch release, CountDownLatch held) {
        held.countDown();
        try {
            assertThat(release.await(BOUND_SECONDS * 2, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static ReadPath cachedReads(NameNodeFixture made, One one) {
        CoherentParts parts = one.parts();
        DirectoryTimes times = new DirectoryTimes(
                made.runner, made.identity(), parts.cache(), parts.node(), Runnable::run, ProtocolRules.ALL);
        ReadAhead ahead = new ReadAhead(made.runner, parts.cache(), parts.node(), Runnable::run, System::nanoTime);
        return new CachedReads(
                made.runner, parts.cache(), parts.node(), parts.node()::mayServe, times, ahead, System::nanoTime);
    }

    /** Something that is there, something that is not, and a listing. */
    private static List<RequestEnvelope> requests(NameNodeFixture fixture) {
        return List.of(
                request(fixture, "getFileInfo", stat("/")),
                request(fixture, "getFileInfo", stat("/none")),
                request(
                        fixture,
                        "getListing",
                        GetListingRequestProto.newBuilder()
                                .setSrc("/")
                                .setStartAfter(ByteString.EMPTY)
                                .setNeedLocation(false)
                                .build()));
    }

    private static MessageLite stat(String path) {
        return GetFileInfoRequestProto.newBuilder().setSrc(path).build();
    }

    private static RequestEnvelope request(NameNodeFixture fixture, String method, MessageLite message) {
        return fixture.request(fixture.newRequestId(), NameNodeFixture.SUPERUSER, method, message.toByteArray());
    }
}
