package io.lambdafs.cli;

import io.lambdafs.cli.process.ToolRun;
import io.lambdafs.store.StoreConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Has the store record among how many functions the namespace is divided. A process of its own does it, with what an instance
 * has on its class path: this program does not know every store.
 */
final class DeploymentsRecord {
    private static final String MAIN = "io.lambdafs.runtime.DeploymentsMain";

    private final FunctionProgram function;

    DeploymentsRecord(FunctionProgram function) {
        this.function = function;
    }

    /** Whether an earlier start noted that this store records this number. */
    static boolean isNoted(DataDirectory data, StackConfig config) {
        try {
            Path note = noteIn(data);
            return Files.exists(note) && Files.readString(note).equals(text(config));
        } catch (IOException e) {
            throw new CliException("cannot read " + noteIn(data) + " (" + e.getMessage() + ")", e);
        }
    }

    /** Notes that the store records the number, which spares later starts a process. */
    static void note(DataDirectory data, StackConfig config) {
        try {
            Files.writeString(noteIn(data), text(config));
        } catch (IOException e) {
            throw new CliException("cannot write " + noteIn(data) + " (" + e.getMessage() + ")", e);
        }
    }

    private static Path noteIn(DataDirectory data) {
        return data.of("conf").resolve("deployments.recorded");
    }

    private static String text(StackConfig config) {
        return config.deployments() + " in " + StoreConfig.placeOf(config.store()) + "\n";
    }

    /** Records the number if there is none; fails if there is another one. */
    void require() {
        ToolRun outcome = run("require");
        if (!outcome.succeeded()) {
            throw failure(outcome);
        }
    }

    /** Whether it is recorded; it is from now on if there was none. */
    boolean isRecorded() {
        return run("require").succeeded();
    }

    /** Changes the number; no instance may run. */
    void change() {
        ToolRun outcome = run("change");
        if (!outcome.succeeded()) {
            throw failure(outcome);
        }
    }

    private static CliException failure(ToolRun run) {
        return new CliException("the number of deployments was not recorded: " + run.said());
    }

    private ToolRun run(String what) {
        return ToolRun.of(function.command(MAIN, what), function.environment());
    }
}
