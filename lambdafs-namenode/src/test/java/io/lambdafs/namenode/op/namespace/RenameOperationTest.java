package io.lambdafs.namenode.op.namespace;

import static io.lambdafs.namenode.op.namespace.NamespaceClient.rename2Request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lambdafs.namenode.Authentication;
import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.ChangeSet;
import io.lambdafs.namenode.NameNodeFixture;
import io.lambdafs.namenode.NameNodeFixture.Refusal;
import io.lambdafs.namenode.NamespaceLimits;
import io.lambdafs.namenode.path.WatchedTransaction;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.Transaction;
import io.lambdafs.wire.Caller;
import io.lambdafs.wire.ErrorCode;
import io.lambdafs.wire.RequestId;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.RenameRequestProto;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class RenameOperationTest {
    private static final CallContext CALL = new CallContext(
            new Caller(NameNodeFixture.SUPERUSER, List.of(), "127.0.0.1"),
            Authentication.NONE,
            true,
            true,
            new RequestId(new UUID(1, 1), 1),
            false,
            true,
            1);

    private static final NamespaceLimits LIMITS = NamespaceLimits.defaults();
    private static final ProtectedDirectories UNPROTECTED = new ProtectedDirectories(LIMITS);

    private final NamespaceClient hdfs = new NamespaceClient(new NameNodeFixture(), NameNodeFixture.SUPERUSER);
    private final NamespaceClient bob = hdfs.as("bob");

    @BeforeEach
    void makeTree() {
        hdfs.mkdirs("/src/dir/below", "/dst", "/empty");
        hdfs.file("/src/f");
        hdfs.file("/dst/g");
    }

    @Test
    void rename_ofDirectory_movesWhatIsBelow() {
        hdfs.fixture.advance(3);
        assertThat(hdfs.rename("/src/dir", "/dst/moved")).isTrue();

        assertThat(hdfs.exists("/src/dir")).isFalse();
        assertThat(hdfs.exists("/dst/moved/below")).isTrue();
        assertThat(hdfs.status("/src").getModificationTime()).isEqualTo(hdfs.fixture.millis());
        assertThat(hdfs.status("/dst").getModificationTime()).isEqualTo(hdfs.fixture.millis());
    }

    @Test
    void rename_intoExistingDirectory_keepsTheName() {
        assertThat(hdfs.rename("/src/f", "/dst")).isTrue();
        assertThat(hdfs.list("/dst")).containsExactly("f", "g");
        hdfs.file("/src/g");
        assertThat(hdfs.rename("/src/g", "/dst")).isFalse();
    }

    /** Source and destination are looked at one after another, and both may have been there at no moment. */
    @Test
    void refusalForWhatNeverWasTogether_isNoAnswer() {
        assertRunsAgain(tx -> new Rename2Operation(UNPROTECTED, LIMITS)
                .execute(CALL, tx, rename2Request("/dst/u/a", "/dst/u/a", true), ChangeSet.untold()));
        RenameRequestProto old = RenameRequestProto.newBuilder()
                .setSrc("/src/u/a")
                .setDst("/src/u/a")
                .build();
        assertRunsAgain(tx -> new RenameOperation(UNPROTECTED, LIMITS).execute(CALL, tx, old, ChangeSet.untold()));
    }

    /** Files come to /dst/u and /src/u when the source was looked at. */
    private void assertRunsAgain(Consumer<Transaction> operation) {
        AtomicInteger looks = new AtomicInteger();
        NameNodeFixture fixture = hdfs.fixture;
        try (Transaction tx = fixture.store.beginWrite(fixture.writer)) {
            Transaction watched = WatchedTransaction.of(tx, (method, arguments) -> {
                if (method.equals("resolve") && looks.incrementAndGet() == 2) {
                    hdfs.file("/dst/u");
                    hdfs.file("/src/u");
                }
            });
            assertThatThrownBy(() -> operation.accept(watched))
                    .isInstanceOfSatisfying(
                            StoreException.class, e -> assertThat(e.kind()).isEqualTo(StoreException.Kind.CONFLICT));
        }
        hdfs.delete("/dst/u", false);
        hdfs.delete("/src/u", false);
    }

    @Test
    void rename_withinOneDirectory_keepsEverythingElse() {
        assertThat(hdfs.rename("/src/f", "/src/h")).isTrue();
        assertThat(hdfs.list("/src")).containsExactly("dir", "h");
    }

    @Test
    void rename_thatCannotBe_returnsFalse() {
        assertThat(hdfs.rename("/nothing", "/x")).isFalse();
        assertThat(hdfs.rename("/", "/x")).isFalse();
        assertThat(hdfs.rename("/src", "/src/dir/below")).isFalse();
        assertThat(hdfs.rename("/src/f", "/dst/g")).isFalse();
        assertThat(hdfs.rename("/src/f", "/no/such/parent")).isFalse();
        assertThat(hdfs.rename("/src/f", "/src/f")).isTrue();
        assertThat(hdfs.list("/src")).containsExactly("dir", "f");
    }

    @Test
    void rename_belowFile_isRefused() {
        RenameRequestProto request = RenameRequestProto.newBuilder()
                .setSrc("/src/dir")
                .setDst("/dst/g/x")
                .build();
        assertThat(hdfs.refusal("rename", request))
                .isEqualTo(new Refusal(ErrorCode.PARENT_NOT_DIRECTORY, "/dst/g (is not a directory)"));
    }

    @Test
    void rename_needsWriteAccessToBothDirectories() {
        hdfs.mkdirs("/open", 0777);
        bob.file("/open/f");
        RenameRequestProto out = RenameRequestProto.newBuilder()
                .setSrc("/open/f")
                .setDst("/dst/f")
                .build();
        RenameRequestProto in = RenameRequestProto.newBuilder()
                .setSrc("/src/f")
                .setDst("/open/h")
                .build();
        assertThat(bob.refusal("rename", out).message()).contains("access=WRITE, inode=\"/dst\"");
        assertThat(bob.refusal("rename", in).message()).contains("access=WRITE, inode=\"/src\"");
    }

    @Test
    void rename2_overFile_removesItsBlocks() {
        assertThat(hdfs.blocks()).isEqualTo(2);
        long id = hdfs.status("/src/f").getFileId();
        hdfs.rename2("/src/f", "/dst/g", true);

        assertThat(hdfs.blocks()).isEqualTo(1);
        assertThat(hdfs.status("/dst/g").getFileId()).isEqualTo(id);
        assertThat(hdfs.list("/src")).containsExactly("dir");
    }

    @Test
    void rename2_overEmptyDirectory_replacesIt() {
        hdfs.rename2("/src/dir", "/empty", true);
        assertThat(hdfs.list("/empty")).containsExactly("below");
    }

    @Test
    void rename2_thatCannotBe_saysWhy() {
        refused("/nothing", "/x", true, ErrorCode.FILE_NOT_FOUND, "rename source /nothing is not found.");
        refused("/", "/x", true, ErrorCode.IO_ERROR, "rename source cannot be the root");
        refused("/src/f", "/", true, ErrorCode.IO_ERROR, "rename destination cannot be the root");
        refused(
                "/src/f",
                "/src/f",
                true,
                ErrorCode.FILE_ALREADY_EXISTS,
                "The source /src/f and destination /src/f are the same");
        refused(
                "/src",
                "/src/dir/x",
                true,
                ErrorCode.IO_ERROR,
                "Rename destination /src/dir/x is a directory or file under source /src");
        refused("/src/f", "/dst/g", false, ErrorCode.FILE_ALREADY_EXISTS, "rename destination /dst/g already exists");
        refused(
                "/src/f",
                "/empty",
                true,
                ErrorCode.IO_ERROR,
                "Source /src/f and destination /empty must both be directories");
        refused("/src/dir", "/dst", true, ErrorCode.IO_ERROR, "rename destination directory is not empty: /dst");
        refused(
                "/src/f",
                "/no/parent",
                true,
                ErrorCode.FILE_NOT_FOUND,
                "rename destination parent /no/parent not found.");
        refused("/src/f", "/dst/g/x", true, ErrorCode.PARENT_NOT_DIRECTORY, "/dst/g (is not a directory)");
    }

    @Test
    void rename2_toTrash_needsTheRightToDelete() {
        hdfs.mkdirs("/open", 0777);
        hdfs.mkdirs("/open/hers/x", 0755);
        var toTrash = rename2Request("/open/hers", "/open/trash", false).toBuilder()
                .setMoveToTrash(true)
                .build();
        assertThat(bob.refusal("rename2", toTrash).message()).contains("access=ALL, inode=\"/open/hers\"");
        bob.rename2("/open/hers", "/open/elsewhere", false);
        assertThat(hdfs.exists("/open/elsewhere/x")).isTrue();
    }

    private void refused(String source, String destination, boolean overwrite, ErrorCode code, String message) {
        assertThat(hdfs.refusal("rename2", rename2Request(source, destination, overwrite)))
                .isEqualTo(new Refusal(code, message));
    }
}
