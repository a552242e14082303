package io.lambdafs.subtree;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.system.SharedStack;
import io.lambdafs.system.Stack;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Policies and decoupled subtrees by commands: each is a process, and Hadoop's own shell is one of them. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
final class SubtreeCommandTest {
    private static final String ROOT = "/commanded";
    private static final String OUT = ROOT + "/out";

    @TempDir
    private Path directory;

    private FileSystem fs;
    private Stack mine;
    private Stack others;

    @BeforeEach
    void begin() throws IOException {
        fs = SharedStack.get().newClient();
        fs.mkdirs(new org.apache.hadoop.fs.Path(OUT));
        mine = withStateIn("mine");
        others = withStateIn("others");
    }

    @AfterEach
    void end() throws IOException {
        mine.tryRun("subtree", "discard", OUT);
        fs.delete(new org.apache.hadoop.fs.Path(ROOT), true);
        fs.close();
    }

    /** The stack as processes of another machine see it: they keep their subtrees elsewhere. */
    private Stack withStateIn(String name) {
        return SharedStack.get()
                .with(new Stack.Launcher(
                        Stack.Launcher.ofThisCheckout().command(),
                        Map.of("LAMBDAFS_CLIENT_SUBTREE_DIRECTORY", states(name).toString())));
    }

    private Path states(String name) {
        return directory.resolve(name);
    }

    private String file(String name, String content) throws IOException {
        return Files.writeString(directory.resolve(name), content).toString();
    }

    private void decouple() throws IOException {
        mine.run("subtree", "set", OUT, file("policies.yml", "preset: batchfs\nallocated_inodes: 1000\n"));
        assertThat(mine.run("subtree", "decouple", OUT)).contains(OUT + " is decoupled");
    }

    private Path journal() throws IOException {
        try (Stream<Path> files = Files.list(states("mine"))) {
            return files.filter(file -> file.toString().endsWith(".journal"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    @Tag("long")
    @Test
    void tutorial_ofOrdinaryCommands() throws IOException {
        decouple();
        assertThat(mine.run("subtree", "show", OUT))
                .contains("# set on " + OUT + "; consistency weak, durability local", "allocated_inodes: 1000");
        assertThat(mine.run("subtree", "list")).contains(OUT, "held", "lambdafs subtree on");

        mine.run("dfs", "-mkdir", OUT + "/d");
        mine.run("dfs", "-put", file("one", "first"), file("two", "second"), OUT + "/d");
        assertThat(mine.run("dfs", "-ls", "-R", OUT)).contains(OUT + "/d/one", OUT + "/d/two");
        assertThat(mine.run("dfs", "-cat", OUT + "/d/one", OUT + "/d/two")).contains("first", "second");
        assertThat(others.run("dfs", "-ls", "-R", ROOT)).doesNotContain("one");

        assertThat(mine.run("subtree", "sync", OUT)).contains("Synced 3 files and directories");
        assertThat(others.run("dfs", "-cat", OUT + "/d/one")).contains("first");
        mine.run("dfs", "-rm", "-skipTrash", OUT + "/d/one");
        mine.run("dfs", "-put", file("three", "third"), OUT);
        assertThat(others.run("dfs", "-ls", "-R", ROOT)).contains("/d/one").doesNotContain("three");

        assertThat(mine.run("subtree", "merge", OUT)).contains("Merged 1 files and directories");
        assertThat(others.run("dfs", "-ls", "-R", ROOT))
                .contains(OUT + "/d/two", OUT + "/three")
                .doesNotContain("/d/one");
        assertThat(others.run("dfs", "-cat", OUT + "/three")).contains("third");
        assertThat(states("mine").toFile().list()).isEmpty();
        mine.run("subtree", "set", OUT, "--none");
        assertThat(mine.run("subtree", "show", OUT)).contains("# the default");
    }

    @Test
    void journalThatOthersCouldChange_orThatWasChanged_isRefused_andTheNamespaceStays() throws IOException {
        decouple();
        mine.run("dfs", "-put", file("one", "first"), OUT);
        Path journal = journal();
        byte[] whole = Files.readAllBytes(journal);

        Files.write(journal, List.of("edited"));
        Stack.Result edited = mine.tryRun("dfs", "-put", file("two", "second"), OUT);
        assertThat(edited.status()).isEqualTo(1);
        assertThat(edited.errors()).contains("was cut");

        byte[] damaged = whole.clone();
        damaged[30] ^= 1;
        damaged = Stream.of(damaged, whole).reduce(new byte[0], SubtreeCommandTest::joined);
        Files.write(journal, damaged);
        assertThat(mine.tryRun("dfs", "-ls", OUT).errors()).contains("is damaged at byte");

        Files.write(journal, whole);
        assertThat(mine.run("subtree", "merge", OUT)).contains("Merged 1");
    }

    private static byte[] joined(byte[] first, byte[] second) {
        byte[] both = java.util.Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        return both;
    }

    @Test
    void subtreeThatSomebodyElseDiscarded_isNotWrittenPast() throws IOException {
        decouple();
        mine.run("dfs", "-put", file("one", "first"), OUT);
        assertThat(others.run("subtree", "discard", OUT)).contains("is discarded");

        Stack.Result late = mine.tryRun("dfs", "-put", file("two", "second"), OUT);
        assertThat(late.status()).isEqualTo(1);
        assertThat(late.errors()).contains("was merged or discarded by somebody else", "lambdafs subtree discard");

        mine.run("subtree", "discard", OUT);
        mine.run("dfs", "-put", file("two", "second"), OUT);
        assertThat(others.run("dfs", "-ls", OUT)).contains("two");
    }

    @Test
    void refusals_sayWhatToDo() throws IOException {
        Stack.Result rpcs = mine.tryRun("subtree", "decouple", OUT);
        assertThat(rpcs.status()).isEqualTo(1);
        assertThat(rpcs.errors())
                .contains("lambdafs: The policy of " + OUT + " decouples nothing: none was set")
                .hasLineCount(1);
        Stack.Result nonsense =
                mine.tryRun("subtree", "set", OUT, file("bad.yml", "consistency: append_client_journal+rpcs\n"));
        assertThat(nonsense.status()).isEqualTo(1);
        assertThat(nonsense.errors()).contains("append_client_journal and rpcs together make no sense");
        assertThat(mine.tryRun("subtree", "merge", OUT).errors()).contains(OUT + " is not decoupled");
        assertThat(mine.tryRun("subtree", "merge").status()).isEqualTo(2);
    }
}
