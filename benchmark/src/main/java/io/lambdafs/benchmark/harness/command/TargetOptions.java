package io.lambdafs.benchmark.harness.command;

import io.lambdafs.benchmark.harness.workload.RunPlan;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Option;

/** Options that name a file system and a directory in it. For one thread. */
final class TargetOptions {
    @Option(
            names = "--fs",
            paramLabel = "URI[,URI..]",
            description =
                    "The file system, such as hdfs://lambdafs/; default fs.defaultFS of the class path's settings. Clients take several URIs"
                            + " of the same namespace, such as those of gateways, in turn.")
    private String uri = "";

    @Option(
            names = "--base",
            paramLabel = "PATH",
            description =
                    "The directory below which everything is made; default /bench. It must be empty or not there.")
    private String base = "/bench";

    @Option(
            names = "--conf",
            paramLabel = "KEY=VALUE",
            description = "A setting of the client, over those of the class path. May be repeated.")
    private Map<String, String> settings = new LinkedHashMap<>();

    @Option(
            names = "--fs-per-client",
            description =
                    "Gives each client a FileSystem object of its own, as hammer-bench does. By default those of a process share one.")
    private boolean perClient;

    RunPlan.Target target() {
        return new RunPlan.Target(uri, settings, perClient);
    }

    String base() {
        return base;
    }
}
