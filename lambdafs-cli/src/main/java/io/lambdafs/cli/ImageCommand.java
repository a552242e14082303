package io.lambdafs.cli;

import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Writes what a container image of the NameNode functions is built from. */
@Command(
        mixinStandardHelpOptions = true,
        name = "image",
        description = {
            "Writes a Dockerfile and the jars of the NameNode functions, for an OpenWhisk of your own.",
            "Nothing is built and nothing is started: the commands that do are printed."
        })
final class ImageCommand implements Runnable {
    private static final String EXAMPLE = "registry.example/lambdafs-namenode";

    @Parameters(paramLabel = "DIR", description = "Where to write them; a new directory, or an empty one.")
    private Path directory = Path.of("");

    @Option(
            names = {"-e", "--env"},
            paramLabel = "NAME=VALUE",
            description = "A setting of the instances, which becomes part of the image: LAMBDAFS_STORE_URL and others "
                    + "that docs/configuration.md lists.")
    private Map<String, String> settings = new TreeMap<>();

    @Override
    public void run() {
        ContainerImage image = new ContainerImage(Distribution.current(), settings);
        image.write(directory);
        Console console = Console.standard();
        if (!image.startsFast()) {
            console.line("Containers of it will start slowly, because it is not known yet which classes they load: have"
                    + " 'lambdafs start' find out, and write this again.");
        }
        console.line("Written to %s. Where Docker, and OpenWhisk's wsk, are:", directory);
        console.line("");
        console.line("docker build -t " + EXAMPLE + " " + directory + " && docker push " + EXAMPLE);
        console.line(
                "for k in $(seq 0 %d); do", Integer.parseInt(settings.getOrDefault("LAMBDAFS_DEPLOYMENTS", "1")) - 1);
        console.line(
                "  wsk action update namenode$k --docker %s --memory %d --timeout %d --logsize 0 --concurrency %d",
                EXAMPLE,
                NameNodeActions.MEMORY_MB,
                NameNodeActions.TIME_LIMIT_MILLIS,
                StackConfig.DEFAULT_INSTANCE_CONCURRENCY);
        console.line("done");
    }
}
