package io.lambdafs.monitoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lambdafs.system.Await;
import io.lambdafs.system.SharedStack;
import io.lambdafs.system.Stack;
import java.io.IOException;
import java.nio.file.Files;
import java.security.PrivilegedExceptionAction;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.ipc.CallerContext;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The audit log of a running system, with Hadoop's own client before it. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
final class AuditTest {
    private static final Duration BOUND = Duration.ofSeconds(60);

    private final Stack stack = SharedStack.get();
    private final String directory = "/audit-" + System.nanoTime();
    private final String me = System.getProperty("user.name");

    @Test
    void operationsOfProxyUsers_areThereWithRealUserAndContext() throws Exception {
        // The shell sets one for its thread, and leaves it there.
        CallerContext.setCurrent(null);
        UserGroupInformation alice = UserGroupInformation.createProxyUser("alice", UserGroupInformation.getLoginUser());
        try (FileSystem superuser = stack.newClient()) {
            superuser.mkdirs(new Path(directory), new FsPermission((short) 0755));
            superuser.create(new Path(directory + "/f")).close();
            CallerContext.setCurrent(new CallerContext.Builder("job_7").build());
            assertThatThrownBy(() -> asUser(alice, directory + "/mine")).isInstanceOf(AccessControlException.class);
            CallerContext.setCurrent(null);
            superuser.rename(new Path(directory + "/f"), new Path(directory + "/g"));
        }

        Await.until("the audit log has what was done", BOUND, () -> lines().size() >= 4);
        String identity = "ugi=" + me + " (auth:SIMPLE)\tip=/";
        assertThat(lines())
                .anySatisfy(line -> assertThat(line)
                        .matches(
                                "\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d,\\d{3} INFO FSNamesystem.audit: allowed=true\t.*")
                        .contains(identity)
                        .endsWith("\tcmd=mkdirs\tsrc=" + directory + "\tdst=null\tperm=null\tproto=rpc"));
        assertThat(lines())
                .anySatisfy(line -> assertThat(line)
                        .contains(identity, "\tcmd=create\tsrc=" + directory + "/f\tdst=null\tperm=" + me + ":")
                        .endsWith(":rw-r--r--\tproto=rpc"));
        assertThat(lines())
                .anySatisfy(line -> assertThat(line)
                        .contains("allowed=false\tugi=alice (auth:PROXY) via " + me + " (auth:SIMPLE)\tip=/")
                        .endsWith("\tcmd=mkdirs\tsrc=" + directory
                                + "/mine\tdst=null\tperm=null\tproto=rpc\tcallerContext=job_7"));
        assertThat(lines())
                .anySatisfy(line -> assertThat(line).contains("\tsrc=" + directory + "/f\tdst=" + directory + "/g\t"));
    }

    private void asUser(UserGroupInformation user, String path) throws IOException, InterruptedException {
        user.doAs((PrivilegedExceptionAction<Boolean>) () -> {
            try (FileSystem fs = stack.newClient()) {
                return fs.mkdirs(new Path(path));
            }
        });
    }

    private List<String> lines() throws IOException {
        java.nio.file.Path log = stack.dataDir().resolve("logs/hdfs-audit.log");
        return Files.exists(log)
                ? Files.readAllLines(log).stream()
                        .filter(line -> line.contains("src=" + directory))
                        .toList()
                : List.of();
    }
}
