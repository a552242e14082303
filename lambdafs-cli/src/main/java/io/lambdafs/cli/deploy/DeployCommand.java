package io.lambdafs.cli.deploy;

import io.lambdafs.cli.deploy.DeployException.Kind;
import java.io.IOException;
import java.io.PrintStream;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Brings a function platform to have the NameNode functions, or none. */
@Command(
        mixinStandardHelpOptions = true,
        name = "deploy",
        description = {
            "Registers, updates, scales or removes the NameNode functions on a function platform, and calls each to see that"
                    + " it serves.",
            "Run it again at any time: what is right stays as it is. docs/deploy has a page for each platform."
        })
public final class DeployCommand implements Runnable {
    private static final int DEFAULT_DEPLOYMENTS = 4;
    private static final int DEFAULT_CONCURRENCY = 64;
    private static final int DEFAULT_MEMORY_MB = 256;
    private static final int LAMBDA_MEMORY_MB = 512;

    private final LocalStack.Finder stacks;

    @Option(
            names = "--platform",
            required = true,
            paramLabel = "NAME",
            description = "One of ${COMPLETION-CANDIDATES}; local is the platform of a stack of this machine.")
    private DeployPlatform platform = DeployPlatform.local;

    @Option(names = "--data-dir", paramLabel = "DIR", description = "local: the stack's data directory.")
    private @Nullable Path dataDirectory;

    @Option(names = "--image", paramLabel = "IMAGE", description = "What 'lambdafs image' made; not for local.")
    private String image = "";

    @Option(
            names = "--deployments",
            paramLabel = "N",
            description = "How many functions there are to be, as the store records; default 4, or the stack's number.")
    private @Nullable Integer deployments;

    @Option(
            names = "--prefix",
            paramLabel = "TEXT",
            description = "knative, nuclio, lambda: begins the names; default lambdafs-.")
    private String prefix = "lambdafs-";

    @Option(
            names = "--min",
            paramLabel = "N",
            description = "knative, nuclio: instances that are always there; default 0.")
    private int min;

    @Option(
            names = "--max",
            paramLabel = "N",
            description = "Instances of a function at most; 0 (default) leaves it to the platform. Not for local, where"
                    + " 'lambdafs start --max-instances' says it.")
    private int max;

    @Option(
            names = "--concurrency",
            paramLabel = "N",
            description = "Invocations that an instance takes at once; default 64.")
    private @Nullable Integer concurrency;

    @Option(
            names = "--memory",
            paramLabel = "MB",
            description = "The memory of an instance; default 256, for lambda 512.")
    private @Nullable Integer memoryMb;

    @Option(
            names = {"-e", "--env"},
            paramLabel = "NAME=VALUE",
            description = "A setting of the instances, which docs/configuration.md lists; no secret.")
    private Map<String, String> environment = new TreeMap<>();

    @Option(
            names = "--settings",
            paramLabel = "FILE",
            description = "A properties file with settings of the instances; no secret. --env counts more.")
    private @Nullable Path settingsFile;

    @Mixin
    private HostOptions options = new HostOptions();

    @Option(names = "--dry-run", description = "Prints what would be sent, without secrets, and sends nothing.")
    private boolean dryRun;

    @Option(names = "--check", description = "Only calls the functions, and changes nothing.")
    private boolean checkOnly;

    @Option(names = "--no-check", description = "Calls no function: for a machine that cannot reach them.")
    private boolean noCheck;

    @Option(names = "--remove", description = "Removes the functions. The store keeps the metadata.")
    private boolean remove;

    /** UTF-8 whatever the locale says. */
    private final PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);

    /** The command, which finds stacks by this. */
    public DeployCommand(LocalStack.Finder stacks) {
        this.stacks = stacks;
    }

    @Override
    public void run() {
        requireOneMode();
        Optional<LocalStack> stack = localStack();
        FunctionNames names = new FunctionNames(prefix);
        SortedMap<String, String> settings = settings();
        options.storeIsEngine(settings.getOrDefault(FunctionSpec.STORE_URL, "").startsWith("rocks"));
        FunctionHost host = host(stack, names);
        Deployment deployment = new Deployment(host, out::println);
        if (remove) {
            deployment.remove();
            return;
        }
        int number = Optional.ofNullable(deployments)
                .orElseGet(() -> stack.map(LocalStack::deployments).orElse(DEFAULT_DEPLOYMENTS));
        if (checkOnly) {
            deployment.check(number);
            return;
        }
        FunctionSpec spec = spec(stack, number, settings);
        if (dryRun) {
            for (int i = 0; i < spec.deployments(); i++) {
                host.requests(spec, i).forEach(out::println);
            }
            return;
        }
        deployment.deploy(spec, !noCheck);
    }

    private void requireOneMode() {
        if ((remove ? 1 : 0) + (checkOnly ? 1 : 0) + (dryRun ? 1 : 0) > 1) {
            throw input("--remove, --check and --dry-run are different things: give one of them");
        }
        if (checkOnly && noCheck) {
            throw input("--check and --no-check together would do nothing: give one of them");
        }
        if (platform != DeployPlatform.local && dataDirectory != null) {
            throw input("--data-dir is for --platform local");
        }
    }

    private Optional<LocalStack> localStack() {
        return platform == DeployPlatform.local
                ? Optional.of(stacks.find(Optional.ofNullable(dataDirectory)))
                : Optional.empty();
    }

    private FunctionHost host(Optional<LocalStack> stack, FunctionNames names) {
        return switch (platform) {
            case local -> options.local(stack.orElseThrow());
            case openwhisk -> options.openWhisk();
            case knative -> options.knative(names, !dryRun);
            case nuclio -> options.nuclio(names);
            case lambda -> options.lambda(names, !remove && !checkOnly);
        };
    }

    private FunctionSpec spec(Optional<LocalStack> stack, int number, SortedMap<String, String> settings) {
        requireScalable(stack);
        FunctionSpec wanted = new FunctionSpec(
                number, stack.map(LocalStack::image).orElse(image), min, max, atOnce(stack), memory(stack), settings);
        if (platform == DeployPlatform.local || (platform == DeployPlatform.openwhisk && settings.isEmpty())) {
            if (!settings.isEmpty()) {
                throw input(
                        "the settings of the local platform's instances are those of the stack: give them to 'lambdafs"
                                + " start', and leave out --env and --settings");
            }
            return wanted;
        }
        wanted.requireServable(options.secretSettings());
        return wanted;
    }

    private int atOnce(Optional<LocalStack> stack) {
        if (concurrency != null) {
            return concurrency;
        }
        return platform == DeployPlatform.lambda
                ? 1
                : stack.map(LocalStack::concurrency).orElse(DEFAULT_CONCURRENCY);
    }

    private int memory(Optional<LocalStack> stack) {
        if (memoryMb != null) {
            return memoryMb;
        }
        return platform == DeployPlatform.lambda
                ? LAMBDA_MEMORY_MB
                : stack.map(LocalStack::memoryMb).orElse(DEFAULT_MEMORY_MB);
    }

    private void requireScalable(Optional<LocalStack> stack) {
        if (stack.isPresent() && (max != 0 || !image.isEmpty())) {
            throw input("--image and --max are not for the local platform: 'lambdafs start --max-instances' bounds its"
                    + " instances");
        }
        boolean keeps = platform == DeployPlatform.knative || platform == DeployPlatform.nuclio;
        if (min != 0 && !keeps) {
            throw input("--min needs knative or nuclio: " + platform + " keeps no instances that nobody calls");
        }
        if (platform == DeployPlatform.nuclio && max == 0) {
            throw input("Nuclio needs --max: without it, it would never start a second instance");
        }
        if (platform == DeployPlatform.lambda && concurrency != null && concurrency != 1) {
            throw input("an instance on AWS Lambda takes one invocation at once: leave out --concurrency");
        }
    }

    private SortedMap<String, String> settings() {
        SortedMap<String, String> all = new TreeMap<>();
        if (settingsFile != null) {
            Properties properties = new Properties();
            try (Reader in = Files.newBufferedReader(settingsFile)) {
                properties.load(in);
            } catch (IOException | IllegalArgumentException e) {
                throw new DeployException(Kind.INPUT, "cannot read --settings " + settingsFile + ": " + e, e);
            }
            properties.stringPropertyNames().forEach(name -> all.put(name, properties.getProperty(name)));
        }
        all.putAll(environment);
        return all;
    }

    private static DeployException input(String message) {
        return new DeployException(Kind.INPUT, message);
    }
}
