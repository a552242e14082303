package io.lambdafs.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.system.Await;
import io.lambdafs.system.Gateways;
import io.lambdafs.system.Stack;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.Trash;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** A trash of which the cluster tells its clients, and which two gateways empty. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(value = 8, unit = TimeUnit.MINUTES)
final class TrashTest {
    private static final Duration BOUND = Duration.ofMinutes(5);
    private static final String TWO_SECONDS = "0.034";
    private static final int ROUNDS = 20;

    private Stack stack;
    private DistributedFileSystem fs;

    @BeforeAll
    void start() throws IOException {
        stack = Stack.start(1, 1, "--gateway", "2");
        stack.run("stop");
        Files.writeString(stack.dataDir().resolve("conf/function.properties"), "LAMBDAFS_TRASH_INTERVAL_MINUTES=1\n");
        stack.startAgain();
        fs = Gateways.client(Gateways.settings(stack));
    }

    @AfterAll
    void stop() throws IOException {
        fs.close();
        stack.close();
    }

    private Path trash() {
        return new Path(fs.getHomeDirectory(), ".Trash");
    }

    private void delete(Path file, Configuration settings) throws IOException {
        fs.create(file).close();
        assertThat(Trash.moveToAppropriateTrash(fs, file, settings)).isTrue();
        assertThat(fs.exists(file)).isFalse();
    }

    private boolean isEmpty() throws IOException {
        FileStatus[] left = fs.listStatus(trash());
        return left.length == 0;
    }

    /** Takes up to two minutes: clients are told of a trash in whole ones. */
    @Test
    @Tag("long")
    void whatIsDeleted_isInTheTrashAndGoesByTheGateways() throws Exception {
        assertThat(fs.getServerDefaults(new Path("/")).getTrashInterval()).isEqualTo(1);
        // Nobody but the cluster told this client of a trash.
        delete(new Path("/deleted"), new Configuration(false));
        assertThat(fs.listStatus(trash())).isNotEmpty();

        Await.until("the trash is empty", BOUND, this::isEmpty);
    }

    @Test
    @Tag("extended")
    void emptiersAtOnce_emptyTheTrashTogether() throws Exception {
        Configuration settings = new Configuration(fs.getConf());
        settings.set("fs.trash.interval", TWO_SECONDS);
        List<Thread> emptiers = new ArrayList<>();
        for (int number = 0; number < 3; number++) {
            FileSystem own = stack.newClient();
            Thread emptier = new Thread(new Trash(own, settings).getEmptier(), "emptier-" + number);
            emptier.start();
            emptiers.add(emptier);
        }
        for (int round = 0; round < ROUNDS; round++) {
            delete(new Path("/among-emptiers/" + round), settings);
            Thread.sleep(Duration.ofMillis(300).toMillis());
        }
        Await.until("the trash is empty", BOUND, this::isEmpty);
        assertThat(emptiers).allMatch(Thread::isAlive);
        emptiers.forEach(Thread::interrupt);
    }
}
