package io.lambdafs.testkit.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.testkit.history.Answer.Attributes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the recorder writes, and that the workload is what its seed says. */
final class RecordingTest {
    @TempDir
    private Path directory;

    @Test
    void record_isOneLineOfJson() throws IOException {
        Attributes told = new Attributes("", false, 7, 0644, 5, 6);
        assertThat(recorded(new FileOperation.Create("/p/a", 0644, true, "h"), new Answer.Status(told)))
                .isEqualTo(
                        "{\"client\":3,\"op\":\"create\",\"path\":\"/p/a\",\"mode\":420,\"overwrite\":true,\"holder\":\"h\","
                                + "\"call\":1,\"callMillis\":9,\"return\":2,\"returnMillis\":9,\"outcome\":\"ok\","
                                + "\"status\":{\"id\":7,\"mode\":420,\"mtime\":5,\"atime\":6}}");
    }

    @Test
    void listing_isInOrder() throws IOException {
        Answer listing = new Answer.Listing(
                true, List.of(new Attributes("a", true, 1, 1, 1, 1), new Attributes("b", false, 2, 2, 2, 2)));
        assertThat(recorded(new FileOperation.Ls("/p"), listing))
                .endsWith("\"outcome\":\"ok\",\"found\":true,\"entries\":["
                        + "{\"name\":\"a\",\"dir\":true,\"id\":1,\"mode\":1,\"mtime\":1,\"atime\":1},"
                        + "{\"name\":\"b\",\"id\":2,\"mode\":2,\"mtime\":2,\"atime\":2}]}");
    }

    @Test
    void texts_areInTheOrderInWhichTheyAreTold() throws IOException {
        assertThat(recorded(new FeatureOperation.GetXAttrs("/p"), new Answer.Texts(List.of("user.b=1", "user.a=\""))))
                .endsWith("\"outcome\":\"ok\",\"texts\":[\"user.b=1\",\"user.a=\\\"\"]}");
        assertThat(recorded(new FeatureOperation.GetXAttrs("/p"), new Answer.Texts(List.of())))
                .endsWith("\"outcome\":\"ok\"}");
    }

    @Test
    void unknownOutcome_hasNoReturn() throws IOException {
        assertThat(recorded(new FileOperation.Delete("/p", true), new Answer.Unknown("\"lost\"\n")))
                .endsWith("\"call\":1,\"callMillis\":9,\"outcome\":\"unknown\",\"reason\":\"\\\"lost\\\"\\u000a\"}");
    }

    @Test
    void workload_isWhatItsSeedSays() {
        Set<String> words = new HashSet<>();
        HotDirectories one = new HotDirectories(new Random(5), 1, 4);
        HotDirectories same = new HotDirectories(new Random(5), 1, 4);
        for (int i = 0; i < 2000; i++) {
            FileOperation operation = one.next();
            assertThat(same.next()).isEqualTo(operation);
            words.add(operation.word());
        }
        assertThat(words)
                .containsExactlyInAnyOrder(
                        "stat",
                        "ls",
                        "open",
                        "create",
                        "mkdir",
                        "move",
                        "rename",
                        "delete",
                        "chmod",
                        "setTimes",
                        "setXAttr",
                        "removeXAttr",
                        "getXAttrs",
                        "setAcl",
                        "modifyAcl",
                        "removeAcl",
                        "getAcl",
                        "access",
                        "setQuota",
                        "usage",
                        "allowSnapshot",
                        "createSnapshot",
                        "deleteSnapshot",
                        "snapshots");
    }

    @Test
    void workload_movesBetweenNeighboursOnly() {
        HotDirectories work = new HotDirectories(new Random(6), 1, 4);
        Set<String> pairs = new HashSet<>();
        for (int i = 0; i < 5000; i++) {
            if (work.next() instanceof FileOperation.Move move) {
                pairs.add(move.path().substring(0, 3) + move.to().substring(0, 3));
            }
        }
        assertThat(pairs).containsExactlyInAnyOrder("/p0/p0", "/p1/p1", "/p2/p2", "/p3/p3", "/p2/p3", "/p3/p2");
    }

    private String recorded(FileOperation operation, Answer answer) throws IOException {
        Path file = directory.resolve("history");
        AtomicLong ticks = new AtomicLong();
        try (HistoryWriter history = new HistoryWriter(file)) {
            new RecordingClient(
                            3,
                            asked -> answer,
                            history,
                            new RecordingClient.Clocks(ticks::incrementAndGet, () -> Instant.ofEpochMilli(9)))
                    .execute(operation);
        }
        return Files.readString(file).strip();
    }
}
