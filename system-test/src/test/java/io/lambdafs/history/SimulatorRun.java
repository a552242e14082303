package io.lambdafs.history;

import io.lambdafs.tidy.SourceTree;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Runs seeds of the simulator, which is a program among the NameNode's tests, in a process of its own. */
final class SimulatorRun {
    private static final String MAIN = "io.lambdafs.namenode.sim.SimulatorMain";

    private SimulatorRun() {}

    /** Runs so many seeds from this one on, with what they print on the console; says whether all were in order. */
    static boolean run(long from, long seeds) throws IOException, InterruptedException {
        Path classes = SourceTree.root().resolve("lambdafs-namenode/target/test-classes");
        if (!Files.exists(classes.resolve(MAIN.replace('.', '/') + ".class"))) {
            throw new IOException("there is no simulator in " + classes);
        }
        List<String> command = List.of(
                ProcessHandle.current().info().command().orElse("java"),
                "-Xmx1g",
                "-cp",
                classes + File.pathSeparator + System.getProperty("java.class.path"),
                MAIN,
                "--from",
                Long.toString(from),
                "--seeds",
                Long.toString(seeds));
        return new ProcessBuilder(command).inheritIO().start().waitFor() == 0;
    }
}
