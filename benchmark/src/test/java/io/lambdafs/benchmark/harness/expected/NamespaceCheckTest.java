package io.lambdafs.benchmark.harness.expected;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.benchmark.harness.MemoryFileSystem;
import io.lambdafs.benchmark.harness.operation.OperationKind;
import io.lambdafs.benchmark.harness.operation.PathOperation;
import io.lambdafs.benchmark.harness.operation.Performer;
import io.lambdafs.benchmark.harness.workload.ClientPlan;
import io.lambdafs.benchmark.harness.workload.FileSizes;
import io.lambdafs.benchmark.harness.workload.GeneratedOperations;
import io.lambdafs.benchmark.harness.workload.Mix;
import io.lambdafs.benchmark.harness.workload.TreeSpec;
import java.io.IOException;
import java.util.List;
import java.util.UUID;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** That the verification objects to whatever is wrong. */
final class NamespaceCheckTest {
    private static final Mix CHANGES = Mix.parse(
            "create=20,mkdir=10,rename=20,delete=10,append=5,chmodFile=5,"
                    + "chmodDir=5,setReplication=5,chownFile=5,chownDir=5,renameTree=2,deleteTree=1,read=3,listDir=2,statDir=1,listFile=1");

    private final FileSystem fs;
    private final GeneratedOperations operations = new GeneratedOperations(new ClientPlan(
            "/bench",
            0,
            1,
            42,
            TreeSpec.parse("initial=20,shared=0.2,shared-dirs=3,zipf=0.9"),
            new ClientPlan.FileSettings(FileSizes.parse("[(0,50),(100,50)]"), 2, 10, "tester")));

    NamespaceCheckTest() throws IOException {
        this.fs = MemoryFileSystem.named(UUID.randomUUID().toString());
    }

    @BeforeEach
    void work() throws IOException {
        Performer performer = new Performer(fs);
        for (PathOperation operation : operations.initial(8)) {
            performer.perform(operation);
            operations.succeeded(operation);
        }
        operations.begin(0, CHANGES);
        for (int i = 0; i < 2_000; i++) {
            PathOperation operation = operations.next().orElse(PathOperation.on(OperationKind.STAT_DIR, "/bench"));
            performer.perform(operation);
            operations.succeeded(operation);
        }
    }

    private NamespaceCheck check() throws IOException {
        return NamespaceCheck.of(fs, operations.expected(), Conventions.of(fs, "/conventions"));
    }

    private Path someFile() {
        return new Path(operations.expected().paths().stream()
                .filter(path -> !operations.expected().at(path).orElseThrow().directory())
                .findFirst()
                .orElseThrow());
    }

    @Test
    void whatAllOperationsLeave_isRight() throws IOException {
        NamespaceCheck check = check();
        assertThat(check.examples()).isEmpty();
        assertThat(check.isRight()).isTrue();
        assertThat(check.found()).isGreaterThan(300);
        assertThat(operations.expected().paths()).anyMatch(path -> path.contains("-moved"));
        assertThat(fs.exists(new Path("/conventions"))).isFalse();
    }

    @Test
    void fileThatIsGone_isMissing() throws IOException {
        String before = check().digest();
        Path file = someFile();
        fs.delete(file, false);
        NamespaceCheck check = check();
        assertThat(check.missing()).isEqualTo(1);
        assertThat(check.isRight()).isFalse();
        assertThat(check.examples()).singleElement().asString().contains("missing", file.toString());
        assertThat(check.digest()).isNotEqualTo(before);
    }

    @Test
    void fileThatNobodyMade_isExtra() throws IOException {
        fs.create(new Path("/bench/c000000/intruder")).close();
        assertThat(check().extra()).isEqualTo(1);
    }

    @Test
    void directoryThatIsGone_isMissingWithAllInIt() throws IOException {
        fs.delete(new Path("/bench/shared/d000001"), true);
        assertThat(check().missing()).isGreaterThan(16);
    }

    @Test
    void otherModeOwnerReplicationAndLength_areEachSeen() throws IOException {
        Path file = someFile();
        FsPermission mode = fs.getFileStatus(file).getPermission();
        fs.setPermission(file, new FsPermission((short) 0400));
        assertThat(check().different()).isEqualTo(1);
        fs.setPermission(file, mode);
        assertThat(check().isRight()).isTrue();

        fs.setOwner(file, "somebody", null);
        assertThat(check().different()).isEqualTo(1);
        fs.setOwner(file, "tester", null);

        short replication = fs.getFileStatus(file).getReplication();
        fs.setReplication(file, (short) 9);
        assertThat(check().different()).isEqualTo(1);
        fs.setReplication(file, replication);
        assertThat(check().isRight()).isTrue();

        try (var out = fs.append(file)) {
            out.write(1);
        }
        assertThat(check().different()).isEqualTo(1);
    }

    @Test
    void whatAFailedOperationTouched_mayBeThereOrNot_andNothingElse() throws IOException {
        Path file = someFile();
        operations.failed(PathOperation.on(OperationKind.DELETE, file.toString()));
        operations.failed(PathOperation.create("/bench/c000000/new/dir/file", -1, 0));
        assertThat(check().isRight()).isTrue();
        fs.delete(file, false);
        fs.mkdirs(new Path("/bench/c000000/new/dir"));
        assertThat(check().isRight()).isTrue();
        fs.create(new Path("/bench/c000000/new/dir/file")).close();
        NamespaceCheck check = check();
        assertThat(check.isRight()).isTrue();
        assertThat(check.unsure()).isEqualTo(2);
        fs.create(new Path("/bench/c000000/new/dir/other")).close();
        assertThat(check().extra()).isEqualTo(1);
    }

    @Test
    void failedChangeOfAnAttribute_leavesTheAttributeOpen_butNotThatThePathIsThere() throws IOException {
        Path file = someFile();
        operations.failed(PathOperation.set(OperationKind.CHMOD_FILE, file.toString(), 0700));
        fs.setPermission(file, new FsPermission((short) 0700));
        assertThat(check().isRight()).isTrue();
        fs.delete(file, false);
        assertThat(check().missing()).isEqualTo(1);
    }

    @Test
    void linesOfAnExpectation_giveTheSameOneAgain() throws IOException {
        operations.failed(PathOperation.on(OperationKind.MKDIR, "/bench/c000000/unsure/below"));
        operations.failed(PathOperation.append(someFile().toString(), 5));
        ExpectedNamespace read = new ExpectedNamespace("/bench");
        operations.expected().toLines().forEach(read::addLine);
        assertThat(read.toLines())
                .containsExactlyInAnyOrderElementsOf(operations.expected().toLines());
        assertThat(NamespaceCheck.of(fs, read, Conventions.of(fs, "/conventions")))
                .isEqualTo(check());
    }

    @Test
    void directoriesOnTheWay_mayInheritTheirMode_asTheFileSystemDoesIt() throws IOException {
        for (String kind : new String[] {"inheriting-", "plain-"}) {
            FileSystem each = MemoryFileSystem.named(kind + UUID.randomUUID());
            Performer performer = new Performer(each);
            ExpectedNamespace expected = new ExpectedNamespace("/b");
            for (PathOperation operation : List.of(
                    PathOperation.on(OperationKind.MKDIR, "/b/d"),
                    PathOperation.set(OperationKind.CHMOD_DIR, "/b/d", 0777),
                    PathOperation.create("/b/d/way/further/file", -1, 0),
                    PathOperation.on(OperationKind.MKDIR, "/b/d/made"))) {
                performer.perform(operation);
                expected.apply(operation);
            }
            Conventions conventions = Conventions.of(each, "/conventions");
            assertThat(conventions.inheritsMode()).isEqualTo(kind.startsWith("inheriting"));
            assertThat(NamespaceCheck.of(each, expected, conventions).examples())
                    .isEmpty();
            each.setPermission(new Path("/b/d/way"), new FsPermission((short) 0700));
            assertThat(NamespaceCheck.of(each, expected, conventions).different())
                    .isEqualTo(1);
        }
    }
}
