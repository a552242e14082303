package io.lambdafs.namenode.op.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.namenode.NameNodeFixture.Refusal;
import io.lambdafs.wire.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.CreateResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.ListOpenFilesRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.ListOpenFilesResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.OpenFilesBatchResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.OpenFilesTypeProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.RenameRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.RenameResponseProto;
import org.junit.jupiter.api.Test;

final class ListOpenFilesTest {
    private final FileFixture fixture = new FileFixture();

    @Test
    void openFiles_areListedWithTheirWritersUnderTheirPresentNames() {
        fixture.file("/d/closed", 10);
        long first = create("/d/first", "writer-1");
        long second = create("/d/second", "writer-2");
        fixture.nameNode.call(
                "rename",
                RenameRequestProto.newBuilder().setSrc("/d").setDst("/moved").build(),
                RenameResponseProto.parser());

        ListOpenFilesResponseProto page = page(0, "/", OpenFilesTypeProto.ALL_OPEN_FILES);
        assertThat(page.getHasMore()).isFalse();
        assertThat(page.getTypesList()).containsExactly(OpenFilesTypeProto.ALL_OPEN_FILES);
        assertThat(page.getEntriesList())
                .containsExactly(entry(first, "/moved/first", "writer-1"), entry(second, "/moved/second", "writer-2"));
    }

    @Test
    void onlyThoseBelowThePath_areListed() {
        long wanted = create("/a/b/file", "writer-1");
        create("/a/bc", "writer-1");
        assertThat(page(0, "/a/b", OpenFilesTypeProto.ALL_OPEN_FILES).getEntriesList())
                .containsExactly(entry(wanted, "/a/b/file", "writer-1"));
    }

    @Test
    void manyFilesOfSeveralWriters_comePageByPageInTheOrderOfTheirNumbers() {
        List<Long> created = new ArrayList<>();
        for (int number = 0; number < 250; number++) {
            created.add(create("/many/" + number, "writer-" + number % 3));
        }
        // The only one below its path comes after two pages of others.
        long last = create("/last/file", "writer-0");

        List<Long> listed = new ArrayList<>();
        ListOpenFilesResponseProto page;
        do {
            page = page(
                    listed.isEmpty() ? 0 : listed.get(listed.size() - 1), "/many", OpenFilesTypeProto.ALL_OPEN_FILES);
            assertThat(page.getEntriesCount()).isLessThanOrEqualTo(100);
            page.getEntriesList().forEach(entry -> listed.add(entry.getId()));
        } while (page.getHasMore());
        assertThat(listed).isEqualTo(created);
        assertThat(page(0, "/last", OpenFilesTypeProto.ALL_OPEN_FILES).getEntriesList())
                .containsExactly(entry(last, "/last/file", "writer-0"));
    }

    @Test
    void decommissioning_isBlockedByNone() {
        create("/file", "writer-1");
        assertThat(page(0, "/", OpenFilesTypeProto.BLOCKING_DECOMMISSION).getEntriesList())
                .isEmpty();
    }

    @Test
    void others_areDenied() {
        assertThat(fixture.nameNode.refusal("bob", "listOpenFiles", request(0, "/", OpenFilesTypeProto.ALL_OPEN_FILES)))
                .isEqualTo(new Refusal(
                        ErrorCode.ACCESS_DENIED,
                        "Access denied for user bob. Superuser privilege is required for operation listOpenFiles"));
    }

    private long create(String path, String client) {
        return fixture.nameNode
                .call(
                        "create",
                        FileFixture.createRequest(path, FileFixture.CREATE).toBuilder()
                                .setClientName(client)
                                .build(),
                        CreateResponseProto.parser())
                .getFs()
                .getFileId();
    }

    private ListOpenFilesResponseProto page(long after, String path, OpenFilesTypeProto type) {
        return fixture.nameNode.call("listOpenFiles", request(after, path, type), ListOpenFilesResponseProto.parser());
    }

    private static ListOpenFilesRequestProto request(long after, String path, OpenFilesTypeProto type) {
        return ListOpenFilesRequestProto.newBuilder()
                .setId(after)
                .setPath(path)
                .addTypes(type)
                .build();
    }

    private static OpenFilesBatchResponseProto entry(long id, String path, String client) {
        return OpenFilesBatchResponseProto.newBuilder()
                .setId(id)
                .setPath(path)
                .setClientName(client)
                .setClientMachine("127.0.0.1")
                .build();
    }
}
