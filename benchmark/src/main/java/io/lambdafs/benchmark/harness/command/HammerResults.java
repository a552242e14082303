package io.lambdafs.benchmark.harness.command;

import io.lambdafs.benchmark.harness.imported.HammerLine;
import io.lambdafs.benchmark.harness.result.PhaseResult;
import io.lambdafs.benchmark.harness.workload.Phase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.FileSystem;

/** The results of a run as hammer-bench writes them: a line for each phase. */
final class HammerResults {
    private HammerResults() {}

    /** The lines of phases, as planned and as measured. */
    static List<String> lines(List<Phase> planned, List<PhaseResult> measured, HammerLine.NameNodes nameNodes) {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < measured.size(); i++) {
            lines.add(line(planned.get(i), measured.get(i), nameNodes));
        }
        return lines;
    }

    private static String line(Phase phase, PhaseResult result, HammerLine.NameNodes nameNodes) {
        var kinds = phase.groups().get(0).mix().kinds();
        return phase.groups().size() == 1 && kinds.size() == 1
                ? HammerLine.raw(result, kinds.get(0), nameNodes)
                : HammerLine.interleaved(result, nameNodes);
    }

    /** Writes lines beside the other results of a run. */
    static void write(Path directory, List<String> lines) throws IOException {
        Files.write(directory.resolve("hopsresults.txt"), lines);
    }

    /** How many NameNodes the file system says that there are, by the method that hammer-bench asks HopsFS's client for; 1 if it has none. */
    static int aliveNameNodes(FileSystem fs) {
        try {
            return fs.getClass().getMethod("getNameNodesCount").invoke(fs) instanceof Integer count ? count : 1;
        } catch (ReflectiveOperationException none) {
            return 1;
        }
    }
}
