package io.lambdafs.benchmark.harness.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.benchmark.harness.MemoryFileSystem;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;

/** Runs the command in this JVM and keeps what it printed. */
final class BenchCommand {
    private final List<String> arguments = new ArrayList<>();
    private StringWriter out = new StringWriter();
    private StringWriter err = new StringWriter();

    /** The arguments of the next run. */
    BenchCommand run(String... words) {
        arguments.clear();
        return with(words);
    }

    /** The arguments of the next run, which is on a file system in memory. */
    BenchCommand onMemory(String command, String name, String... words) {
        run(command, "--conf", MemoryFileSystem.option());
        if (!List.of(words).contains("--fs")) {
            with("--fs", "mem://" + name + "/");
        }
        return with(words);
    }

    BenchCommand with(String... words) {
        arguments.addAll(List.of(words));
        return this;
    }

    /** Runs it and looks at how it ended. */
    void ends(int status) {
        endsWithOneOf(status);
    }

    /** Runs it and looks at how it ended. */
    void endsWithOneOf(Integer... statuses) {
        out = new StringWriter();
        err = new StringWriter();
        int ended = BenchMain.run(new PrintWriter(out), new PrintWriter(err), arguments.toArray(String[]::new));
        assertThat(ended).as("%s%n%s%n%s", arguments, out, err).isIn((Object[]) statuses);
    }

    String output() {
        return out.toString();
    }

    String errors() {
        return err.toString();
    }
}
