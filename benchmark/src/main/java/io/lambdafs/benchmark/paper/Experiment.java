package io.lambdafs.benchmark.paper;

import java.io.IOException;
import java.util.List;

/** One experiment of the paper. */
interface Experiment {
    /** Its name in options and file names. */
    String name();

    /**
     * Makes it.
     *
     * @return sections of the report, one for each figure or table of the paper
     * @throws IOException if it could not be made
     */
    List<Section> run(PaperLab lab) throws IOException, InterruptedException;
}
