package io.lambdafs.namenode.op.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.fs.Attributes;
import io.lambdafs.wire.ErrorCode;
import java.time.Duration;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.DeleteRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.DeleteResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetBlockLocationsRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetBlockLocationsResponseProto;
import org.junit.jupiter.api.Test;

final class AccessTimesTest {
    private static final long PRECISION = 5_000;

    private final FileFixture fixture = new FileFixture(Duration.ofMillis(PRECISION));

    private static GetBlockLocationsRequestProto opening(String path) {
        return GetBlockLocationsRequestProto.newBuilder()
                .setSrc(path)
                .setOffset(0)
                .setLength(1)
                .build();
    }

    private void open(String path) {
        fixture.nameNode.call("getBlockLocations", opening(path), GetBlockLocationsResponseProto.parser());
    }

    private Attributes attributes(String path) {
        return fixture.regularFile(path).attributes();
    }

    private void runNotes() {
        while (!fixture.notes.isEmpty()) {
            fixture.notes.remove().run();
        }
    }

    @Test
    void readerOfAFile_renewsAnOldTimeAfterItsAnswer() {
        fixture.file("/f", 10);
        Attributes before = attributes("/f");
        fixture.nameNode.advance(PRECISION + 1);
        open("/f");
        assertThat(attributes("/f")).isEqualTo(before);
        runNotes();
        assertThat(attributes("/f").accessMillis()).isEqualTo(fixture.nameNode.millis());
        assertThat(attributes("/f").modificationMillis()).isEqualTo(before.modificationMillis());
    }

    @Test
    void youngTime_isLeft() {
        fixture.file("/f", 10);
        fixture.nameNode.advance(PRECISION);
        open("/f");
        assertThat(fixture.notes).isEmpty();
    }

    @Test
    void manyReaders_makeOneNote() {
        fixture.file("/f", 10);
        fixture.nameNode.advance(PRECISION + 1);
        open("/f");
        open("/f");
        assertThat(fixture.notes).hasSize(1);
        runNotes();
        open("/f");
        assertThat(fixture.notes).isEmpty();
    }

    @Test
    void fileThatIsGoneOrAnother_isLeftAlone() {
        fixture.file("/f", 10);
        fixture.nameNode.advance(PRECISION + 1);
        open("/f");
        fixture.nameNode.call(
                "delete",
                DeleteRequestProto.newBuilder().setSrc("/f").setRecursive(false).build(),
                DeleteResponseProto.parser());
        runNotes();
        assertThat(fixture.nameNode
                        .refusal("hdfs", "getBlockLocations", opening("/f"))
                        .code())
                .isEqualTo(ErrorCode.FILE_NOT_FOUND);

        fixture.file("/g", 10);
        fixture.nameNode.advance(PRECISION + 1);
        open("/g");
        fixture.nameNode.call(
                "delete",
                DeleteRequestProto.newBuilder().setSrc("/g").setRecursive(false).build(),
                DeleteResponseProto.parser());
        fixture.file("/g", 10);
        Attributes another = attributes("/g");
        fixture.nameNode.advance(PRECISION + 1);
        runNotes();
        assertThat(attributes("/g")).isEqualTo(another);
    }

    @Test
    void withoutPrecision_nothingIsNoted() {
        FileFixture without = new FileFixture(Duration.ZERO);
        without.file("/f", 10);
        without.nameNode.advance(1_000_000);
        without.nameNode.call("getBlockLocations", opening("/f"), GetBlockLocationsResponseProto.parser());
        assertThat(without.notes).isEmpty();
    }
}
