package io.lambdafs.namenode;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.coherence.FillGuard;
import io.lambdafs.coherence.FillToken;
import io.lambdafs.coherence.ProtocolRules;
import io.lambdafs.coherence.Scope;
import io.lambdafs.fs.FsPath;
import io.lambdafs.namenode.cache.CachePolicy;
import io.lambdafs.namenode.cache.CachedReads;
import io.lambdafs.namenode.cache.DirectoryTimes;
import io.lambdafs.namenode.cache.MetadataCache;
import io.lambdafs.namenode.cache.Ownership;
import io.lambdafs.namenode.cache.ReadAhead;
import io.lambdafs.namenode.cache.ReadPath;
import io.lambdafs.wire.ErrorCode;
import io.lambdafs.wire.PartitionFunction;
import io.lambdafs.wire.RequestEnvelope;
import io.lambdafs.wire.ResponseEnvelope;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.hdfs.protocol.proto.AclProtos.FsPermissionProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetFileInfoRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetListingRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetListingResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.MkdirsRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.MkdirsResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.SetOwnerRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.SetPermissionRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.SetStoragePolicyRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.SetStoragePolicyResponseProto;
import org.apache.hadoop.thirdparty.protobuf.ByteString;
import org.apache.hadoop.thirdparty.protobuf.InvalidProtocolBufferException;
import org.apache.hadoop.thirdparty.protobuf.MessageLite;
import org.junit.jupiter.api.Test;

final class CachedNameNodeTest {
    private static final CachePolicy POLICY = CachePolicy.defaults();

    private final MetadataCache cache =
            new MetadataCache(POLICY, new Ownership(new PartitionFunction(1), 0), ProtocolRules.ALL);
    private final NameNodeFixture fixture = new NameNodeFixture(
            NameNodeConfig.defaults(NameNodeFixture.SUPERUSER), made -> Map.of(), this::cachedReads);

    private ReadPath cachedReads(NameNodeFixture made) {
        FillGuard guard = new Undisturbed();
        DirectoryTimes times =
                new DirectoryTimes(made.runner, made.identity(), cache, guard, Runnable::run, ProtocolRules.ALL);
        ReadAhead ahead = new ReadAhead(made.runner, cache, guard, Runnable::run, () -> 0);
        return new CachedReads(made.runner, cache, guard, () -> true, times, ahead, () -> 0);
    }

    @Test
    void whatWasRead_isAnsweredAtOnce_withTheSameBytes() {
        mkdir("/a", 0755);
        mkdir("/a/b", 0755);
        for (RequestEnvelope request :
                new RequestEnvelope[] {stat("alice", "/a"), stat("alice", "/a/none"), list("/a")}) {
            assertThat(atOnce(request)).isEmpty();
            ResponseEnvelope first = fixture.nameNode().handle(request);
            fixture.nameNode().handle(request);

            Optional<ResponseEnvelope> again = atOnce(request);
            assertThat(again).isPresent();
            assertThat(again.orElseThrow().encode()).isEqualTo(first.encode());
        }
    }

    @Test
    void refusal_isAnsweredAtOnceToo() {
        mkdir("/secret", 0700);
        mkdir("/secret/a", 0755);
        RequestEnvelope request = stat("alice", "/secret/none");
        ResponseEnvelope first = fixture.nameNode().handle(request);

        ResponseEnvelope refused = atOnce(request).orElseThrow();

        assertThat(refused.error()).isEqualTo(ErrorCode.ACCESS_DENIED);
        assertThat(refused.encode()).isEqualTo(first.encode());
    }

    @Test
    void invalidation_sendsTheNextReadToTheStore() {
        mkdir("/a", 0755);
        fixture.nameNode().handle(stat("alice", "/a/none"));
        cache.invalidate(Scope.ofPaths(FsPath.parse("/a/none")));
        assertThat(atOnce(stat("alice", "/a/none"))).isEmpty();
    }

    /** The entries stay in memory, with the number by which their encoding is kept. */
    @Test
    void policyOfADirectoryAbove_isShownOfTheEntriesThatStayCached() throws Exception {
        mkdir("/a", 0755);
        mkdir("/a/b", 0755);
        mkdir("/a/b/c", 0755);
        fixture.nameNode().handle(list("/a/b"));
        fixture.nameNode().handle(list("/a/b"));
        assertThat(policyOfTheEntry(atOnce(list("/a/b")).orElseThrow())).isZero();
        SetStoragePolicyRequestProto cold = SetStoragePolicyRequestProto.newBuilder()
                .setSrc("/a")
                .setPolicyName("COLD")
                .build();
        fixture.call("setStoragePolicy", cold, SetStoragePolicyResponseProto.parser());
        cache.invalidate(Scope.ofDirectories(FsPath.parse("/a")));
        fixture.nameNode().handle(stat("alice", "/a"));

        assertThat(policyOfTheEntry(atOnce(list("/a/b")).orElseThrow())).isEqualTo(2);
    }

    private static int policyOfTheEntry(ResponseEnvelope listing) throws InvalidProtocolBufferException {
        return GetListingResponseProto.parseFrom(listing.payload())
                .getDirList()
                .getPartialListing(0)
                .getStoragePolicy();
    }

    @Test
    void onlyReadsOfKeptThings_areTriedAtOnce() {
        assertThat(atOnce(request("alice", "mkdirs", mkdirRequest("/a", 0755)))).isEmpty();
        assertThat(atOnce(request("alice", "noSuchMethod", mkdirRequest("/a", 0755))))
                .isEmpty();
    }

    /** A resubmission is not: another submission of it may still be under way, so what it comes to is recorded. */
    @Test
    void writeThatChangesNothing_isAnsweredAtOnce_forItsFirstSubmissionOnly() {
        mkdir("/a", 0755);
        fixture.nameNode().handle(list("/a"));
        for (RequestEnvelope request : List.of(
                request("hdfs", "setPermission", chmodRequest(0755)),
                request("hdfs", "setOwner", chownRequest("hdfs")))) {
            ResponseEnvelope answer = atOnce(request).orElseThrow();
            assertThat(answer.succeeded()).isTrue();
            assertThat(answer.isSettled()).isFalse();
            assertThat(answer.payload())
                    .isEqualTo(fixture.nameNode().handle(request).payload());
            assertThat(atOnce(request.asResubmission())).isEmpty();
        }
    }

    /** Else a program that sets a mode again and again, and reads nothing, would come to the store each time. */
    @Test
    void writeThatChangedNothingInTheStore_isAnsweredAtOnceTheNextTime() {
        mkdir("/a", 0755);
        RequestEnvelope changing = request("hdfs", "setPermission", chmodRequest(0700));
        assertThat(fixture.nameNode().handle(changing).succeeded()).isTrue();
        assertThat(atOnce(request("hdfs", "setPermission", chmodRequest(0700)))).isEmpty();
        fixture.nameNode().handle(request("hdfs", "setPermission", chmodRequest(0700)));
        assertThat(atOnce(request("hdfs", "setPermission", chmodRequest(0700)))).isPresent();
    }

    @Test
    void writeThatChangedNothingInTheStore_isAnsweredBeforeThatIsReadToBeKept() {
        mkdir("/a", 0755);
        cache.invalidate(Scope.ofDirectories(FsPath.parse("/a")));
        List<Runnable> afterwards = new ArrayList<>();
        fixture.afterwards = afterwards::add;
        RequestEnvelope unchanging = request("hdfs", "setPermission", chmodRequest(0755));

        assertThat(fixture.nameNode().handle(unchanging).succeeded()).isTrue();
        assertThat(atOnce(request("hdfs", "setPermission", chmodRequest(0755)))).isEmpty();

        afterwards.forEach(Runnable::run);
        assertThat(atOnce(request("hdfs", "setPermission", chmodRequest(0755)))).isPresent();
    }

    @Test
    void writeThatChangesSomething_orIsRefused_isNotAnsweredAtOnce() {
        mkdir("/a", 0755);
        fixture.nameNode().handle(list("/a"));
        assertThat(atOnce(request("hdfs", "setPermission", chmodRequest(0700)))).isEmpty();
        assertThat(atOnce(request("hdfs", "setOwner", chownRequest("alice")))).isEmpty();
        assertThat(atOnce(request("alice", "setPermission", chmodRequest(0755))))
                .isEmpty();
        cache.invalidate(Scope.ofDirectories(FsPath.parse("/a")));
        assertThat(atOnce(request("hdfs", "setPermission", chmodRequest(0755)))).isEmpty();
    }

    private static MessageLite chmodRequest(int mode) {
        return SetPermissionRequestProto.newBuilder()
                .setSrc("/a")
                .setPermission(FsPermissionProto.newBuilder().setPerm(mode))
                .build();
    }

    private static MessageLite chownRequest(String owner) {
        return SetOwnerRequestProto.newBuilder().setSrc("/a").setUsername(owner).build();
    }

    @Test
    void garbage_isRefusedAtOnce() {
        byte[] garbage = {1, 2, 3};
        RequestEnvelope request = fixture.request(fixture.newRequestId(), "alice", "getFileInfo", garbage);
        assertThat(atOnce(request).orElseThrow().error()).isEqualTo(ErrorCode.MALFORMED_REQUEST);
    }

    @Test
    void requestThatIsTooLate_isRefused() {
        fixture.nameNode().handle(stat("alice", "/none"));
        RequestEnvelope late = stat("alice", "/none");
        fixture.advance(20_000);
        assertThat(atOnce(late).orElseThrow().error()).isEqualTo(ErrorCode.DEADLINE_EXCEEDED);
    }

    @Test
    void withACache_noReadHoldsUpTheReadingThread() {
        assertThat(fixture.nameNode().isShortRead(stat("alice", "/a"))).isFalse();
    }

    private Optional<ResponseEnvelope> atOnce(RequestEnvelope request) {
        return fixture.nameNode().handleAtOnce(request);
    }

    private RequestEnvelope stat(String user, String path) {
        return request(
                user,
                "getFileInfo",
                GetFileInfoRequestProto.newBuilder().setSrc(path).build());
    }

    private RequestEnvelope list(String path) {
        return request(
                "alice",
                "getListing",
                GetListingRequestProto.newBuilder()
                        .setSrc(path)
                        .setStartAfter(ByteString.EMPTY)
                        .setNeedLocation(false)
                        .build());
    }

    private RequestEnvelope request(String user, String method, MessageLite message) {
        return fixture.request(fixture.newRequestId(), user, method, message.toByteArray());
    }

    private void mkdir(String path, int mode) {
        fixture.call("mkdirs", mkdirRequest(path, mode), MkdirsResponseProto.parser());
    }

    private static MkdirsRequestProto mkdirRequest(String path, int mode) {
        return MkdirsRequestProto.newBuilder()
                .setSrc(path)
                .setMasked(FsPermissionProto.newBuilder().setPerm(mode))
                .setCreateParent(false)
                .build();
    }

    /** A guard where nobody writes while others read. */
    private static final class Undisturbed implements FillGuard {
        @Override
        public FillToken begin(FsPath path) {
            return new FillToken(1, path);
        }

        @Override
        public boolean isUndisturbed(FillToken token) {
            return true;
        }

        @Override
        public boolean isAdmissible(FillToken token) {
            return true;
        }

        @Override
        public boolean completeInParts(FillToken token, Admission admission) {
            boolean more = true;
            while (more) {
                more = admission.admitSome();
            }
            return true;
        }

        @Override
        public void abandon(FillToken token) {
            // There is nothing to end.
        }
    }
}
