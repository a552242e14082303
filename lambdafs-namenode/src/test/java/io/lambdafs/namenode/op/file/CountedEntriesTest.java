package io.lambdafs.namenode.op.file;

import static io.lambdafs.namenode.op.file.FileFixture.CREATE;
import static io.lambdafs.namenode.op.file.FileFixture.OVERWRITE;
import static io.lambdafs.namenode.op.file.FileFixture.createRequest;
import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.fs.Directory;
import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.Name;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.hadoop.hdfs.protocol.proto.AclProtos.FsPermissionProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.ConcatRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.ConcatResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.DeleteRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetFileInfoRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetFileInfoResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetListingRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetListingResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.MkdirsRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.Rename2RequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.RenameRequestProto;
import org.apache.hadoop.thirdparty.protobuf.ByteString;
import org.apache.hadoop.thirdparty.protobuf.MessageLite;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** That a directory's number of entries is right after everything that makes, moves or removes one. */
final class CountedEntriesTest {
    private static final List<String> NAMES = List.of("a", "b", "c");
    private static final int STEPS = 400;

    private final FileFixture fixture = new FileFixture();

    @Test
    void status_hasTheNumberOfEntries() {
        assertThat(childrenNum("/")).isZero();
        create("/d/e/f", CREATE);
        create("/d/g", CREATE);
        assertThat(childrenNum("/")).isEqualTo(1);
        assertThat(childrenNum("/d")).isEqualTo(2);
        assertThat(childrenNum("/d/e")).isEqualTo(1);
        assertThat(childrenNum("/d/g")).isZero();
        assertThat(fixture.nameNode
                        .call("getListing", listing("/d"), GetListingResponseProto.parser())
                        .getDirList()
                        .getPartialListing(0)
                        .getChildrenNum())
                .isEqualTo(1);
    }

    @Test
    void concat_takesItsSourcesAway() {
        for (String name : List.of("t", "s1", "s2")) {
            fixture.file("/d/" + name, 100);
        }
        ConcatRequestProto request = ConcatRequestProto.newBuilder()
                .setTrg("/d/t")
                .addSrcs("/d/s1")
                .addSrcs("/d/s2")
                .build();
        fixture.nameNode.call("concat", request, ConcatResponseProto.parser());
        assertThat(childrenNum("/d")).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void anyOperations_leaveTheNumbersRight(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int directories = 0;
        for (int step = 0; step < STEPS; step++) {
            step(random);
            directories = Math.max(directories, requireCounted());
        }
        assertThat(directories).isGreaterThan(5);
    }

    private void step(SplittableRandom random) {
        String path = path(random);
        switch (random.nextInt(7)) {
            case 0 -> attempt("mkdirs", mkdirs(path));
            case 1 -> create(path, CREATE);
            case 2 -> create(path, CREATE | OVERWRITE);
            case 3 ->
                attempt(
                        "rename",
                        RenameRequestProto.newBuilder()
                                .setSrc(path)
                                .setDst(path(random))
                                .build());
            case 4, 5 ->
                attempt(
                        "rename2",
                        Rename2RequestProto.newBuilder()
                                .setSrc(path)
                                .setDst(path(random))
                                .setOverwriteDest(random.nextBoolean())
                                .build());
            default ->
                attempt(
                        "delete",
                        DeleteRequestProto.newBuilder()
                                .setSrc(path)
                                .setRecursive(random.nextInt(4) == 0)
                                .build());
        }
    }

    private static String path(SplittableRandom random) {
        StringBuilder path = new StringBuilder();
        for (int depth = random.nextInt(1, 5); depth > 0; depth--) {
            path.append('/').append(NAMES.get(random.nextInt(NAMES.size())));
        }
        return path.toString();
    }

    /** Compares all that are below the root; returns how many directories there are. */
    private int requireCounted() {
        int met = 0;
        Deque<INodeId> waiting = new ArrayDeque<>(List.of(INodeId.ROOT));
        while (!waiting.isEmpty()) {
            INodeId id = waiting.remove();
            Directory directory =
                    (Directory) fixture.read(tx -> tx.inodes().get(id)).orElseThrow();
            List<INode> children = fixture.read(tx -> tx.inodes().children(id, Name.EMPTY, 100));
            assertThat(directory.children()).as(directory.name().toString()).isEqualTo(children.size());
            children.stream().filter(INode::isDirectory).map(INode::id).forEach(waiting::add);
            met++;
        }
        return met;
    }

    private void create(String path, int flags) {
        attempt("create", createRequest(path, flags));
    }

    /** Many are refused. */
    private void attempt(String method, MessageLite request) {
        fixture.nameNode.send(fixture.nameNode.newRequestId(), "hdfs", method, request.toByteArray());
    }

    private int childrenNum(String path) {
        return fixture.nameNode
                .call(
                        "getFileInfo",
                        GetFileInfoRequestProto.newBuilder().setSrc(path).build(),
                        GetFileInfoResponseProto.parser())
                .getFs()
                .getChildrenNum();
    }

    private static GetListingRequestProto listing(String path) {
        return GetListingRequestProto.newBuilder()
                .setSrc(path)
                .setStartAfter(ByteString.EMPTY)
                .setNeedLocation(false)
                .build();
    }

    private static MkdirsRequestProto mkdirs(String path) {
        return MkdirsRequestProto.newBuilder()
                .setSrc(path)
                .setMasked(FsPermissionProto.newBuilder().setPerm(0755))
                .setCreateParent(true)
                .build();
    }
}
