package io.lambdafs.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.system.ProcessOutput;
import io.lambdafs.system.SharedStack;
import io.lambdafs.system.Stack;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.junit.jupiter.api.Test;

/** Hadoop's commands for administrators: {@code lambdafs dfsadmin}, and what a Hadoop installation has besides. */
final class AdminCommandsTest {
    private static final int BOUND_SECONDS = 60;

    @Test
    void safeMode_isOff() throws IOException {
        assertThat(dfsadmin("-safemode", "get")).isEqualTo(new Stack.Result(0, "Safe mode is OFF\n", ""));
        assertThat(dfsadmin("-safemode", "wait")).isEqualTo(new Stack.Result(0, "Safe mode is OFF\n", ""));
        assertThat(dfsadmin("-safemode", "enter"))
                .isEqualTo(new Stack.Result(1, "", "safemode: There is no safe mode to enter\n"));
    }

    @Test
    void questionsAboutTheCluster_areAnswered() throws IOException {
        assertThat(succeeded("-upgrade", "query")).isEqualTo("Upgrade finalized\n");
        assertThat(succeeded("-printTopology")).startsWith("Rack: /default-rack\n");
        assertThat(succeeded("-rollingUpgrade", "query")).contains("no rolling upgrade in progress");
        assertThat(dfsadmin("-saveNamespace").status()).isEqualTo(1);
    }

    @Test
    void openFiles_areListed() throws IOException {
        try (FileSystem fs = SharedStack.get().newClient();
                FSDataOutputStream open = fs.create(new org.apache.hadoop.fs.Path("/administration/open"))) {
            open.hflush();
            assertThat(succeeded("-listOpenFiles", "-path", "/administration"))
                    .containsPattern("(?m)DFSClient_\\S+\\s+/administration/open$");
        }
        assertThat(succeeded("-listOpenFiles", "-path", "/administration")).doesNotContain("/administration/open");
    }

    @Test
    void quotas_areSetAndShownAndRefuseWhatExceedsThem() throws IOException {
        Stack stack = SharedStack.get();
        stack.run("dfs", "-mkdir", "-p", "/administration/quota/d");
        assertThat(succeeded("-setQuota", "2", "/administration/quota")).isEmpty();
        assertThat(succeeded("-setSpaceQuota", "1m", "/administration/quota")).isEmpty();
        assertThat(succeeded("-setSpaceQuota", "2m", "-storageType", "SSD", "/administration/quota"))
                .isEmpty();
        Stack.Result refused = stack.tryRun("dfs", "-mkdir", "/administration/quota/e");
        assertThat(refused.status()).isEqualTo(1);
        assertThat(refused.errors())
                .contains("The NameSpace quota (directories and files) of directory /administration/quota is exceeded:"
                        + " quota=2 file count=3");
        assertThat(stack.run("dfs", "-count", "-q", "/administration/quota"))
                .containsPattern(" 2 +0 +1048576 +1048576 +2 +0 +0 /administration/quota");
        assertThat(stack.run("dfs", "-count", "-u", "-t", "SSD", "/administration/quota"))
                .containsPattern(" 2097152 +2097152 /administration/quota");
        assertThat(succeeded("-clrQuota", "/administration/quota")).isEmpty();
        stack.run("dfs", "-mkdir", "/administration/quota/e");
        assertThat(succeeded("-clrSpaceQuota", "/administration/quota")).isEmpty();
        assertThat(succeeded("-clrSpaceQuota", "-storageType", "SSD", "/administration/quota"))
                .isEmpty();
    }

    @Test
    void snapshots_areAllowedAndDisallowed() throws IOException {
        SharedStack.get().run("dfs", "-mkdir", "-p", "/administration/snapshots");
        assertThat(succeeded("-allowSnapshot", "/administration/snapshots"))
                .isEqualTo("Allowing snapshot on /administration/snapshots succeeded\n");
        assertThat(succeeded("-disallowSnapshot", "/administration/snapshots"))
                .isEqualTo("Disallowing snapshot on /administration/snapshots succeeded\n");
    }

    @Test
    void dataNodes_areAskedAtTheirAddresses() throws IOException {
        String dataNode = addressOfADataNode();
        assertThat(succeeded("-getDatanodeInfo", dataNode)).contains("Uptime:");
        assertThat(succeeded("-getBalancerBandwidth", dataNode)).contains("bytes per second");
    }

    @Test
    void fetchImageOfAHadoopInstallation_fails() throws IOException {
        Stack.Result refused = hadoop("org.apache.hadoop.hdfs.tools.DFSAdmin", "-fetchImage", "/tmp");
        assertThat(refused.status()).isNotZero();
        assertThat(refused.errors()).startsWith("fetchImage: ").contains("404");
    }

    @Test
    void groups_areThoseOfThisMachine() throws IOException {
        Stack.Result groups = hadoop("org.apache.hadoop.hdfs.tools.GetGroups", System.getProperty("user.name"));
        assertThat(groups.status()).as(groups.errors()).isZero();
        assertThat(groups.output()).startsWith(System.getProperty("user.name") + " : ");
    }

    @Test
    void erasureCoding_hasNothingToVerify() throws IOException {
        assertThat(hadoop("org.apache.hadoop.hdfs.tools.ECAdmin", "-verifyClusterSetup"))
                .isEqualTo(new Stack.Result(0, "No erasure coding policy is given.\n", ""));
    }

    private static String addressOfADataNode() throws IOException {
        try (FileSystem fs = SharedStack.get().newClient()) {
            return ((DistributedFileSystem) fs).getDataNodeStats()[0].getIpcAddr(false);
        }
    }

    private static String succeeded(String... arguments) throws IOException {
        Stack.Result result = dfsadmin(arguments);
        assertThat(result.status()).as(result.errors()).isZero();
        return result.output();
    }

    private static Stack.Result dfsadmin(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of("dfsadmin"));
        command.addAll(List.of(arguments));
        return SharedStack.get().tryRun(command.toArray(String[]::new));
    }

    /** Runs a program of Hadoop's, as {@code hdfs} of a Hadoop installation does. */
    private static Stack.Result hadoop(String program, String... arguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("@" + SharedStack.get().dataDir().resolve("conf/hadoop.args"));
        command.add(program);
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command);
        try (ProcessOutput output = ProcessOutput.of(builder)) {
            Process process = builder.start();
            if (!process.waitFor(BOUND_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new IOException(program + " did not end: " + output.errors());
            }
            return new Stack.Result(process.exitValue(), output.output(), output.errors());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }
}
