package io.lambdafs.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.lambdafs.system.SharedStack;
import io.lambdafs.system.SnapshotRemoval;
import io.lambdafs.system.Stack;
import io.lambdafs.testkit.history.Answer;
import io.lambdafs.testkit.history.FileOperation;
import io.lambdafs.testkit.history.HistoryWriter;
import io.lambdafs.testkit.history.HotDirectories;
import io.lambdafs.testkit.history.Namespace;
import io.lambdafs.testkit.history.RecordingClient;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** The checker's own tests, and that recorder and checker together see a stale answer, a lost write and nothing else. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class HistoryCheckerTest {
    private static final int CLIENTS = 4;
    private static final int OPERATIONS = 150;
    private static final int PARTS = 2;

    private HistoryChecker checker;

    @TempDir
    private Path directory;

    @BeforeAll
    void build() throws Exception {
        HistoryChecker.Search search = HistoryChecker.find();
        assumeTrue(search.found() != null, search.leftOut());
        checker = search.orElseThrow();
    }

    @Test
    void checker_passesItsOwnTests() throws Exception {
        System.out.println(checker.test());
    }

    @Test
    void undisturbedClients_haveALinearizableHistory() throws Exception {
        HistoryChecker.Finding finding = record("undisturbed", namespace -> namespace);
        assertThat(finding.isLinearizable()).as("%s", finding).isTrue();
        assertThat(finding.unknown()).isZero();
    }

    @Test
    void cacheThatNobodyInvalidates_isFound() throws Exception {
        Map<String, Answer> cache = new ConcurrentHashMap<>();
        HistoryChecker.Finding finding = record(
                "stale",
                namespace -> operation -> operation instanceof FileOperation.Stat
                        ? cache.computeIfAbsent(operation.path(), path -> namespace.execute(operation))
                        : namespace.execute(operation));
        assertThat(finding.isViolation()).as("%s", finding).isTrue();
        assertThat(finding.culprit()).startsWith("stat ");
        assertThat(finding.files()).hasSize(2);
    }

    @Test
    void writeExecutedTwice_isFound() throws Exception {
        HistoryChecker.Finding finding = record("twice", namespace -> operation -> {
            Answer first = namespace.execute(operation);
            return operation instanceof FileOperation.Delete ? namespace.execute(operation) : first;
        });
        assertThat(finding.isViolation()).as("%s", finding).isTrue();
    }

    /** The system is shared: the root of its namespace must be one that another test can empty. */
    @AfterEach
    void removeSnapshots() throws IOException {
        SnapshotRemoval.everywhere(SharedStack.get());
    }

    /** The work of some clients on a system that stays whole, seen through a namespace that need not be. */
    private HistoryChecker.Finding record(String name, UnaryOperator<Namespace> seen) throws Exception {
        Stack stack = SharedStack.get();
        String root = "/histories-" + name + System.nanoTime();
        Path file = directory.resolve(name + ".jsonl");
        try (HdfsNamespace above = HdfsNamespace.open(stack.hadoopConfiguration(), "");
                HdfsNamespace namespace = HdfsNamespace.open(stack.hadoopConfiguration(), root);
                HistoryWriter history = new HistoryWriter(file)) {
            above.execute(new FileOperation.Mkdir(root, 0755, true));
            RecordingClient setup = client(0, namespace, history);
            HotDirectories.parts(PARTS).forEach(part -> setup.execute(new FileOperation.Mkdir(part, 0755, false)));
            runClients(seen.apply(namespace), history);
        }
        HistoryChecker.Finding finding = checker.check(List.of(file), directory.resolve(name + "-violation"));
        System.out.println(name + ": " + finding);
        return finding;
    }

    private static void runClients(Namespace namespace, HistoryWriter history) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int i = 1; i <= CLIENTS; i++) {
            RecordingClient client = client(i, namespace, history);
            HotDirectories work = new HotDirectories(new Random(i), i, PARTS);
            threads.add(new Thread(() -> {
                for (int done = 0; done < OPERATIONS; done++) {
                    FileOperation operation = work.next();
                    work.after(operation, client.execute(operation)).forEach(client::execute);
                }
            }));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private static RecordingClient client(int number, Namespace namespace, HistoryWriter history) {
        return new RecordingClient(
                number, namespace, history, new RecordingClient.Clocks(System::nanoTime, InstantSource.system()));
    }
}
