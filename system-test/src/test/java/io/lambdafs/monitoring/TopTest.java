package io.lambdafs.monitoring;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.system.SharedStack;
import io.lambdafs.system.Stack;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** {@code lambdafs top} before a running system. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
final class TopTest {
    private static final Pattern SUMMARY =
            Pattern.compile("(?m)^λFS  .*?(\\d+(?:\\.\\d+)?) ops/s   (\\d+\\.\\d) % cached .*"
                    + " instances \\(.*\\) .* cold starts \\(\\+\\d+\\)$");

    private final Stack stack = SharedStack.get();

    @Test
    void once_showsTheLoadOfTheInterval() throws Exception {
        AtomicBoolean over = new AtomicBoolean();
        try (FileSystem client = stack.newClient()) {
            client.getFileStatus(new Path("/"));
            CompletableFuture<Void> load = CompletableFuture.runAsync(() -> read(client, over));
            String shown = stack.run("top", "--once", "--interval", "0.5");
            over.set(true);
            load.get(1, TimeUnit.MINUTES);

            assertThat(shown).contains("FUNCTION", "P99 MS", "namenode0", "namenode1");
            Matcher summary = SUMMARY.matcher(shown);
            assertThat(summary.find()).as(shown).isTrue();
            assertThat(Double.parseDouble(summary.group(1))).as(shown).isPositive();
            assertThat(Double.parseDouble(summary.group(2))).as(shown).isPositive();
        }
        assertThat(stack.tryRun("top", "-n", "0").status()).isEqualTo(2);
    }

    private static void read(FileSystem client, AtomicBoolean over) {
        try {
            while (!over.get()) {
                client.getFileStatus(new Path("/"));
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
