package io.lambdafs.faas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.lambdafs.system.Programs;
import io.lambdafs.system.Stack;
import io.lambdafs.tidy.CheckoutSources;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The examples print what they say they do. */
@Tag("long")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(value = 4, unit = TimeUnit.MINUTES)
final class ExamplesTest {
    private static final long MOST_MINUTES = 3;

    @TempDir
    private Path directory;

    private Stack stack;

    @BeforeAll
    void start() throws IOException {
        stack = Stack.start(1, 1, "--store", "rocks");
    }

    @AfterAll
    void stop() throws IOException {
        stack.close();
    }

    @ParameterizedTest
    @CsvSource({
        "blog, python3, 'Posts, of 48: 48, each that was acknowledged once: yes|Comments: 48|SQLite''s own check of its file: ok'",
        "sqlite, sqlite3, 'Rows, of 12, and SQLite''s own check of its file:|12|ok'",
        "git, git, 'The commits, and what git''s own check says:|change 3|change 2|change 1'"
    })
    void example_printsWhatItPromises(String name, String tool, String printed) throws Exception {
        for (String needed : new String[] {"cc", tool}) {
            assumeTrue(
                    Programs.isInstalled(needed), "example " + name + " is not run: " + needed + " is not on the PATH");
        }
        Path output = directory.resolve(name);
        ProcessBuilder builder = new ProcessBuilder(
                        CheckoutSources.root().resolve("examples").resolve(name).toString())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().put("LAMBDAFS_BUILD", "never");
        builder.environment().put("LAMBDAFS_DATA_DIR", stack.dataDir().toString());
        Process example = builder.start();
        try {
            assertThat(example.waitFor(MOST_MINUTES, TimeUnit.MINUTES)).isTrue();
        } finally {
            example.destroyForcibly();
        }
        String text = Files.readString(output, StandardCharsets.UTF_8);
        assertThat(text.strip()).isEqualTo(printed.replace('|', '\n'));
        assertThat(example.exitValue()).isZero();
        assertThat(stack.run("volume", "list")).isEmpty();
    }
}
