package io.lambdafs.cli;

import io.lambdafs.cli.image.ImageArchitecture;
import io.lambdafs.cli.image.ImageBuilder;
import io.lambdafs.cli.secret.ContainerSecret;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Writes what a container image of the NameNode functions is built from, and builds it if that is asked for. */
@Command(
        mixinStandardHelpOptions = true,
        name = "image",
        description = {
            "Writes a Dockerfile and the jars of the NameNode functions, for every platform that runs containers.",
            "The image has no secret and runs as an ordinary user. Settings may be part of it, or come when it runs."
        })
final class ImageCommand implements Runnable {
    private static final String NDB = "ndb";

    @Parameters(paramLabel = "DIR", description = "Where to write them; a new directory, or an empty one.")
    private Path directory = Path.of("");

    @Option(
            names = {"-e", "--env"},
            paramLabel = "NAME=VALUE",
            description =
                    "A setting of the instances that becomes part of the image: LAMBDAFS_STORE_URL and others that"
                            + " docs/configuration.md lists. Those that are left out are given when a container runs.")
    private Map<String, String> settings = new TreeMap<>();

    @Option(
            names = "--base-image",
            paramLabel = "IMAGE",
            description = "The image to build on, which has the same release of Java as this machine. By default one of"
                    + " eclipse-temurin.")
    private @Nullable String baseImage;

    @Option(
            names = {"--arch", "--platform"},
            paramLabel = "NAME",
            description = "The processor: amd64 or arm64, also as linux/arm64; default: that of this machine.")
    private @Nullable String architecture;

    @Option(
            names = "--class-archive",
            arity = "1",
            paramLabel = "true|false",
            description =
                    "Whether containers start from an archive of classes. It is made while the image is built, by the"
                            + " image's own Java. Default: if the image is for this machine's processor.")
    private @Nullable Boolean classArchive;

    @Option(
            names = "--store",
            paramLabel = "NAME",
            description =
                    "engine or postgresql (default: an image can do both), or ndb, which adds its client library.")
    private @Nullable String store;

    @Option(
            names = "--secret-file",
            paramLabel = "FILE",
            description =
                    "The secret that OpenWhisk shows to the containers, of an earlier image; made if it is not there."
                            + " Default: a new one. With the same one the same image is written again.")
    private @Nullable Path secretFile;

    @Option(
            names = "--build",
            paramLabel = "TAG",
            description = "Also builds the image under this name, with docker, podman or buildah.")
    private @Nullable String tag;

    @Override
    public void run() {
        Distribution distribution = Distribution.current();
        ImageArchitecture wanted = architecture();
        ContainerImage image = new ContainerImage(
                distribution,
                new ContainerImage.Options(
                        Optional.ofNullable(baseImage),
                        settings,
                        wanted,
                        hasArchive(wanted),
                        ndb(distribution),
                        secret()));
        Optional<ImageBuilder> builder = tag == null ? Optional.empty() : Optional.of(builder());
        image.write(directory);
        Console console = Console.standard();
        if (!hasArchive(wanted)) {
            console.line(
                    "Containers of it will start slowly, because they have no archive of classes. Where image tools"
                            + " can run programs for %s, add --class-archive true.",
                    wanted.platform());
        } else if (!image.startsFast()) {
            console.line("Containers of it will start slowly, because it is not known yet which classes they load: have"
                    + " 'lambdafs start' find out, and write this again.");
        }
        console.line("Written to %s.", directory);
        if (tag != null && builder.isPresent()) {
            build(builder.get(), tag, wanted);
            console.line("Built %s with %s.", tag, builder.get().name());
        }
        console.line("");
        String name = tag == null ? "REGISTRY/lambdafs-namenode:TAG" : tag;
        if (tag == null) {
            console.line("%s", String.join(" ", ImageBuilder.command("docker", name, wanted, directory)));
        }
        console.line("docker push %s", name);
        console.line(
                "bin/lambdafs deploy --platform openwhisk|knative|nuclio|lambda --image %s …   (docs/deploy)", name);
        console.line("");
        console.line(
                "%s is for OpenWhisk, with deploy's --secret-file: there, these containers take no call without it.",
                directory.resolve(ContainerSecret.CODE_FILE));
    }

    /* Without one, nothing of the image is run while it is built: any machine can build it. */
    private boolean hasArchive(ImageArchitecture wanted) {
        return classArchive == null ? ImageArchitecture.ofThisMachine().equals(Optional.of(wanted)) : classArchive;
    }

    private ImageArchitecture architecture() {
        if (architecture == null) {
            return ImageArchitecture.ofThisMachine()
                    .orElseThrow(() -> new CliException("give --arch amd64 or --arch arm64: this machine is neither"));
        }
        return ImageArchitecture.of(architecture)
                .orElseThrow(() -> new CliException("--arch must be amd64 or arm64, not " + architecture));
    }

    private Optional<NdbFiles> ndb(Distribution distribution) {
        boolean byUrl = settings.getOrDefault("LAMBDAFS_STORE_URL", "").startsWith(StackConfig.NDB_SCHEME);
        String kind = store == null ? byUrl ? NDB : "" : store;
        return switch (kind) {
            case "", "engine", "postgresql" -> Optional.empty();
            case NDB -> Optional.of(NdbFiles.find(distribution));
            default -> throw new CliException("--store must be engine, postgresql or ndb, not " + kind);
        };
    }

    private ContainerSecret secret() {
        try {
            return secretFile == null ? ContainerSecret.random() : ContainerSecret.adopt(secretFile);
        } catch (IOException e) {
            throw new CliException("cannot use the secret in " + secretFile + ": " + e.getMessage(), e);
        }
    }

    private static ImageBuilder builder() {
        try {
            return ImageBuilder.find(System.getenv())
                    .orElseThrow(
                            () -> new CliException("--build needs docker with its daemon, podman or buildah, and none"
                                    + " of them works here: install one, or leave --build out and build elsewhere"));
        } catch (IOException e) {
            throw new CliException("cannot look for docker, podman or buildah: " + e, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CliException("interrupted", e);
        }
    }

    private void build(ImageBuilder builder, String name, ImageArchitecture wanted) {
        try {
            builder.build(name, wanted, directory);
        } catch (IOException e) {
            throw new CliException("the image was not built: " + e.getMessage() + ". Its files are in " + directory, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CliException("interrupted while the image was built", e);
        }
    }
}
