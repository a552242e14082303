package io.lambdafs.gateway.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.system.Gateways;
import io.lambdafs.system.SharedStack;
import io.lambdafs.system.Stack;
import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** {@code hdfs fsck}, as Hadoop has it, at the gateway. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
final class FsckTest {
    private static final Path HOME = new Path("/fsck");

    private DistributedFileSystem fs;

    @BeforeEach
    void write() throws IOException {
        fs = Gateways.client(Gateways.settings(SharedStack.get()));
        try (OutputStream out = fs.create(new Path(HOME, "d/a&b"), (short) 1)) {
            out.write(new byte[1000]);
        }
        fs.create(new Path(HOME, "empty"), (short) 1).close();
    }

    @AfterEach
    void remove() throws IOException {
        fs.delete(HOME, true);
        fs.close();
    }

    @Test
    void filesThatAreWhole_areHealthy() throws IOException {
        Stack.Result result = fsck("/fsck", "-files", "-blocks", "-locations");
        assertThat(result.status()).as(result.output() + result.errors()).isZero();
        assertThat(result.output())
                .startsWith("FSCK started by " + System.getProperty("user.name"))
                .contains("\n/fsck <dir>\n/fsck/d <dir>\n")
                .contains("\n/fsck/d/a&b 1000 bytes, replicated: replication=1, 1 block(s):  OK\n")
                .containsPattern("\n0\\. BP-\\S+ len=1000 Live_repl=1  \\[DatanodeInfoWithStorage\\[\\S+,DISK]]\n")
                .contains("\n/fsck/empty 0 bytes, replicated: replication=1, 0 block(s):  OK\n")
                .contains("\nStatus: HEALTHY\n Number of data-nodes:\t1\n Number of racks:\t\t1\n Total dirs:\t\t\t2\n")
                .contains(" Total files:\t2\n Total blocks (validated):\t1 (avg. block size 1000 B)\n")
                .endsWith("\n\n\nThe filesystem under path '/fsck' is HEALTHY\n");
        assertThat(fsck("/fsck/d/a&b").output())
                .contains(" Total size:\t1000 B\n")
                .endsWith("is HEALTHY\n");
    }

    @Test
    void blockThatHasTooFewReplicas_isSaid() throws IOException {
        fs.setReplication(new Path(HOME, "d/a&b"), (short) 2);
        Stack.Result result = fsck("/fsck");
        assertThat(result.status()).isZero();
        assertThat(result.output())
                .contains("Target Replicas is 2 but found 1 live replica(s)")
                .contains(" Under-replicated blocks:\t1 (100.0 %)\n");
    }

    @Test
    void whatIsNotThereOrCannotBeHad_isSaid() throws IOException {
        Stack.Result none = fsck("/fsck/none");
        assertThat(none.status()).isZero();
        assertThat(none.errors()).contains("File does not exist: /fsck/none");
        assertThat(fsck("/fsck", "-list-corruptfileblocks"))
                .satisfies(result -> assertThat(result.status()).isZero())
                .satisfies(result -> assertThat(result.output())
                        .endsWith("The filesystem under path '/fsck' has 0 CORRUPT blocks\n"));
        Stack.Result refused = fsck("/fsck", "-delete");
        assertThat(refused.status()).isNotZero();
        assertThat(refused.output()).contains("does not support -delete");
        assertThat(fs.exists(new Path(HOME, "empty"))).isTrue();
    }

    private static Stack.Result fsck(String... arguments) throws IOException {
        String[] command = new String[arguments.length + 2];
        command[0] = "hdfs";
        command[1] = "fsck";
        System.arraycopy(arguments, 0, command, 2, arguments.length);
        return SharedStack.get().tryRun(command);
    }
}
