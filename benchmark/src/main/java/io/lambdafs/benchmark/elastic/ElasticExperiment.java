package io.lambdafs.benchmark.elastic;

import java.io.IOException;

/** Something that an elastic file system has to show. */
interface ElasticExperiment {
    /** As it is called on the command line and in names of files. */
    String name();

    /** What it shows, in a sentence. */
    String title();

    /** Makes it, on stacks of its own. */
    Outcome run(Lab lab) throws IOException, InterruptedException;
}
