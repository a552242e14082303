package io.lambdafs.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.StoreConfig;
import io.lambdafs.store.StoreConfig.Bounds;
import io.lambdafs.store.Stores;
import io.lambdafs.store.sql.embedded.EmbeddedPostgres;
import io.lambdafs.testkit.store.contract.SampleContent;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command on data directories with a few thousand files, and what it says to wrong command lines. */
final class MigrateTest {
    private static final int FILES = 3_000;

    private final PrintStream realErrors = System.err;
    private final ByteArrayOutputStream errors = new ByteArrayOutputStream();

    @TempDir
    private Path directory;

    @BeforeEach
    void capture() {
        System.setErr(new PrintStream(errors, true, StandardCharsets.UTF_8));
    }

    @AfterEach
    void release() {
        System.setErr(realErrors);
    }

    private String said() {
        String said = errors.toString(StandardCharsets.UTF_8);
        errors.reset();
        return said;
    }

    private static int migrate(String... arguments) {
        String[] all = new String[arguments.length + 1];
        all[0] = "migrate";
        System.arraycopy(arguments, 0, all, 1, arguments.length);
        return Main.run(all);
    }

    /** A data directory as `lambdafs start` leaves it, as far as this command looks at it. */
    private Path stack(String name, String store) throws IOException {
        Path data = Files.createDirectories(directory.resolve(name));
        Files.writeString(data.resolve("VERSION"), "1\n");
        Files.createDirectories(data.resolve("conf"));
        Files.writeString(data.resolve("conf/stack.properties"), "mode=lambdafs\nstore=" + store + "\ndatanodes=3\n");
        return data;
    }

    private static void inPostgres(Path data, Consumer<MetadataStore> work) {
        EmbeddedPostgres server = EmbeddedPostgres.at(data.resolve("postgres"));
        server.start(0);
        try (MetadataStore store = Stores.open(server.storeConfig(4))) {
            work.accept(store);
        } finally {
            server.stop();
        }
    }

    @Test
    void stackOfPostgres_isMovedToTheEngine_andBackToAnotherPostgres() throws Exception {
        SampleContent content = new SampleContent();
        Path data = stack("data", "embedded");
        inPostgres(data, store -> {
            content.fill(store, FILES);
            requireRefusedWhileItRuns(data);
            // It goes on.
            store.registerWriter("a NameNode");
        });

        assertThat(migrate("--data-dir", data.toString())).as(said()).isZero();
        assertThat(data.resolve("conf/stack.properties")).hasContent("mode=lambdafs\nstore=rocks\ndatanodes=3\n");
        assertThat(EmbeddedPostgres.at(data.resolve("postgres")).isRunning()).isFalse();

        // What was left behind is closed, and a second run finds that everything is done.
        String old = "rocks:" + data.resolve("store");
        assertThat(migrate(
                        "--from-data-dir",
                        data.toString(),
                        "--to-data-dir",
                        data.toString(),
                        "--to-store",
                        "embedded-postgres"))
                .isEqualTo(1);
        assertThat(said()).contains("still has the metadata that was moved to rocks in ");

        Path other = stack("other", "rocks");
        assertThat(migrate("--from", old, "--to-data-dir", other.toString(), "--to-store", "embedded-postgres"))
                .as(said())
                .isZero();
        inPostgres(other, content::requireIn);
        assertThat(migrate("--reopen", "--from", old)).as(said()).isZero();
        try (MetadataStore store = Stores.open(new StoreConfig(old, "", "", 1, Bounds.defaults()))) {
            content.requireIn(store);
        }
    }

    private void requireRefusedWhileItRuns(Path data) {
        assertThat(migrate("--from-data-dir", data.toString(), "--to", "rocks:" + directory.resolve("new")))
                .isEqualTo(1);
        assertThat(said()).contains("runs: stop it with `lambdafs stop --data-dir " + data);
    }

    @Test
    void wrongCommandLines_getASentence() throws Exception {
        assertThat(migrate("--to", "rocks:x")).isEqualTo(1);
        assertThat(said()).contains("either --from URL or --from-data-dir DIR");
        assertThat(migrate("--from", "rocks:x", "--to", "rocks:y", "--to-data-dir", "z"))
                .isEqualTo(1);
        assertThat(said()).contains("either --to URL or --to-data-dir DIR");
        assertThat(migrate("--from", "ndb://127.0.0.1:1186/lambdafs", "--to", "rocks:" + directory.resolve("a")))
                .isEqualTo(1);
        assertThat(said()).contains("ndb://127.0.0.1:1186/lambdafs").contains("NDB");
        assertThat(migrate("--from-data-dir", directory.resolve("none").toString(), "--to", "rocks:x"))
                .isEqualTo(1);
        assertThat(said()).contains("there is no stack in ");
        Path external = stack("external", "jdbc:postgresql://db/lambdafs");
        assertThat(migrate("--from-data-dir", external.toString(), "--to", "rocks:x"))
                .isEqualTo(1);
        assertThat(said()).contains("keeps its metadata elsewhere").contains("--from URL");
        String same = "rocks:" + directory.resolve("same");
        assertThat(migrate("--from", same, "--to", same)).isEqualTo(1);
        assertThat(said()).contains("source and target are the same store");
        assertThat(migrate("--from", same, "--from-password-file", "/none", "--to", "rocks:y"))
                .isEqualTo(1);
        assertThat(said()).contains("cannot read the password in /none");
    }
}
