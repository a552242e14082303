package io.lambdafs.cli;

import io.lambdafs.cli.secret.ContainerSecret;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
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
    private static final String PASSWORD = "LAMBDAFS_STORE_PASSWORD";

    @Parameters(paramLabel = "DIR", description = "Where to write them; a new directory, or an empty one.")
    private Path directory = Path.of("");

    @Option(
            names = {"-e", "--env"},
            paramLabel = "NAME=VALUE",
            description = "A setting of the instances, which becomes part of the image: LAMBDAFS_STORE_URL and others "
                    + "that docs/configuration.md lists. The password may come from $LAMBDAFS_STORE_PASSWORD.")
    private Map<String, String> settings = new TreeMap<>();

    @Option(
            names = "--base-image",
            paramLabel = "IMAGE",
            description = "The image to build on, which has the same release of Java as this machine. By default one of"
                    + " eclipse-temurin.")
    private @Nullable String baseImage;

    @Override
    public void run() {
        String password = System.getenv(PASSWORD);
        if (password != null) {
            settings.putIfAbsent(PASSWORD, password);
        }
        ContainerImage image = new ContainerImage(Distribution.current(), Optional.ofNullable(baseImage), settings);
        int last = image.deployments() - 1;
        image.write(directory);
        Console console = Console.standard();
        if (!image.startsFast()) {
            console.line("Containers of it will start slowly, because it is not known yet which classes they load: have"
                    + " 'lambdafs start' find out, and write this again.");
        }
        console.line("Written to %s. Where Docker, and OpenWhisk's wsk, are:", directory);
        console.line("");
        console.line("IMAGE=REGISTRY/lambdafs-namenode:TAG");
        console.line("docker build -t $IMAGE '%s' && docker push $IMAGE", directory);
        console.line("for k in $(seq 0 %d); do", last);
        console.line(
                "  wsk action update namenode$k '%s' --docker $IMAGE --param-file '%s' \\",
                directory.resolve(ContainerSecret.CODE_FILE), directory.resolve(ContainerSecret.PARAMETER_FILE));
        console.line(
                "    --memory %d --timeout %d --logsize 0 --concurrency %d",
                NameNodeActions.MEMORY_MB, NameNodeActions.TIME_LIMIT_MILLIS, StackConfig.DEFAULT_INSTANCE_CONCURRENCY);
        console.line("done");
        console.line("");
        console.line(
                "%s and %s are the secret of these containers: they take no call without it.",
                ContainerSecret.CODE_FILE, ContainerSecret.PARAMETER_FILE);
        console.line("OpenWhisk allows no --concurrency above 1 unless it is configured to: see docs/platform.md.");
    }
}
