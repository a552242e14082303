package io.lambdafs.subtree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lambdafs.client.subtree.DecoupledSubtree;
import io.lambdafs.client.subtree.SubtreeOptions;
import io.lambdafs.client.subtree.SubtreeRecovery;
import io.lambdafs.wire.decoupling.DecouplingInfo;
import java.io.IOException;
import java.security.PrivilegedExceptionAction;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.apache.hadoop.hdfs.protocol.NSQuotaExceededException;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Merges of a user who is no superuser, which NameNodes refuse: what stays, and what can be done next. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
final class RefusedMergeTest {
    private static final String USER = "alice";
    private static final Path HOME = new Path("/refused");
    private static final Path OUT = new Path(HOME, "out");
    private static final short ALL = 0777;
    private static final short NO_WRITING = 0555;

    @TempDir
    private java.nio.file.Path states;

    private DistributedFileSystem superuser;
    private FileSystem alice;

    @BeforeEach
    void begin() throws Exception {
        FileSystem.closeAll();
        superuser = (DistributedFileSystem) OtherProcess.clientThatKeeps(states);
        superuser.mkdirs(OUT);
        superuser.setOwner(OUT, USER, USER);
        alice = asAlice(() -> OtherProcess.clientThatKeeps(states));
    }

    /** What is asked of a class, and not of a FileSystem, is asked as the current user. */
    private static <T> T asAlice(PrivilegedExceptionAction<T> work) throws IOException, InterruptedException {
        return UserGroupInformation.createRemoteUser(USER).doAs(work);
    }

    @AfterEach
    void end() throws IOException {
        alice.close();
        if (!state().isEmpty()) {
            SubtreeRecovery.discard(superuser, OUT);
        }
        superuser.delete(HOME, true);
        superuser.close();
    }

    /** A subtree of alice's that has two files. */
    private DecoupledSubtree written() throws IOException, InterruptedException {
        DecoupledSubtree subtree = asAlice(() -> DecoupledSubtree.decouple(
                alice, OUT, SubtreeOptions.forInodes(50).keptForOtherProcesses()));
        alice.createNewFile(new Path(OUT, "one"));
        alice.createNewFile(new Path(OUT, "two"));
        return subtree;
    }

    private String state() throws IOException {
        return SubtreeRecovery.list(superuser).stream()
                .filter(info -> info.path().equals(OUT.toString()))
                .map(DecouplingInfo::state)
                .findFirst()
                .orElse("");
    }

    /** One that may not begin has not begun: the user works on, and merges all of it later. */
    @Test
    void withoutPermission_theSubtreeIsThereToWorkIn() throws Exception {
        try (DecoupledSubtree subtree = written()) {
            superuser.setPermission(OUT, new FsPermission(NO_WRITING));
            assertThatThrownBy(subtree::merge)
                    .isInstanceOf(AccessControlException.class)
                    .hasMessageContaining("user=" + USER + ", access=WRITE");
            assertThat(state()).isEqualTo("held");
            assertThat(superuser.listStatus(OUT)).isEmpty();
            alice.createNewFile(new Path(OUT, "three"));
            assertThat(alice.listStatus(OUT)).hasSize(3);

            superuser.setPermission(OUT, new FsPermission(ALL));
            assertThat(subtree.merge().inodes()).isEqualTo(3);
        }
        assertThat(superuser.listStatus(OUT)).hasSize(3);
        assertThat(states.toFile().list()).isEmpty();
    }

    /** A quota is looked at in the end: the merge stays begun, nobody sees any of it, and a higher quota lets it through. */
    @Test
    void overAQuota_theMergeStaysBegun_untilTheQuotaIsRaised() throws Exception {
        try (DecoupledSubtree subtree = written()) {
            superuser.setQuota(HOME, 3, HdfsConstants.QUOTA_DONT_SET);
            assertThatThrownBy(subtree::merge).isInstanceOf(NSQuotaExceededException.class);
            assertThatThrownBy(() -> alice.createNewFile(new Path(OUT, "three")))
                    .hasMessageContaining("is being merged");
        }
        assertThat(state()).isEqualTo(DecouplingInfo.MERGING);
        assertThat(superuser.listStatus(OUT)).isEmpty();
        // As the next process finds it.
        assertThatThrownBy(() -> alice.delete(new Path(OUT, "two"), false))
                .hasMessageContaining("was not finished: run 'lambdafs subtree recover " + OUT);
        assertThatThrownBy(() -> asAlice(() -> SubtreeRecovery.recover(alice, OUT)))
                .isInstanceOf(NSQuotaExceededException.class);

        superuser.setQuota(HOME, HdfsConstants.QUOTA_RESET, HdfsConstants.QUOTA_DONT_SET);
        assertThat(asAlice(() -> SubtreeRecovery.recover(alice, OUT)).inodes()).isEqualTo(2);
        assertThat(superuser.listStatus(OUT)).hasSize(2);
        assertThat(state()).isEmpty();
        assertThat(states.toFile().list()).isEmpty();
    }

    /** The other way out of it. */
    @Test
    void overAQuota_theSubtreeCanBeDiscarded() throws Exception {
        try (DecoupledSubtree subtree = written()) {
            superuser.setQuota(HOME, 3, HdfsConstants.QUOTA_DONT_SET);
            assertThatThrownBy(subtree::merge).isInstanceOf(NSQuotaExceededException.class);
        }
        asAlice(() -> {
            SubtreeRecovery.discard(alice, OUT);
            return true;
        });
        assertThat(state()).isEmpty();
        assertThat(states.toFile().list()).isEmpty();
        assertThat(superuser.getContentSummary(OUT).getFileAndDirectoryCount()).isEqualTo(1);
    }
}
