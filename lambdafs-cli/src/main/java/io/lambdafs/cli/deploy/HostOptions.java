package io.lambdafs.cli.deploy;

import io.lambdafs.cli.deploy.DeployException.Kind;
import io.lambdafs.cli.deploy.kubernetes.KubeConfig;
import io.lambdafs.cli.deploy.kubernetes.KubernetesAccess;
import io.lambdafs.cli.deploy.kubernetes.KubernetesAccessException;
import io.lambdafs.client.platform.aws.AwsCredentialsSource;
import io.lambdafs.wire.tls.TlsContexts;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that say where the platform is, and what it must be shown. */
final class HostOptions {
    private static final Duration REQUEST = Duration.ofSeconds(30);
    private static final PlatformPatience PATIENCE =
            new PlatformPatience(Duration.ofSeconds(30), Duration.ofMillis(200));
    private static final Duration LOOK = Duration.ofMillis(500);
    private static final int MAX_WAIT_SECONDS = 3600;

    @Option(
            names = "--url",
            paramLabel = "URL",
            description =
                    "openwhisk: the API host. nuclio: the dashboard. knative: an API server that asks for no proof, as"
                            + " 'kubectl proxy' is one. lambda: another endpoint than the region's.")
    private String url = "";

    @Option(
            names = "--auth-file",
            paramLabel = "FILE",
            description =
                    "openwhisk: a file with the key of the namespace, UUID:KEY. nuclio: a file with the value of the"
                            + " header Authorization, if the dashboard wants one.")
    private @Nullable Path authFile;

    @Option(
            names = "--secret-file",
            paramLabel = "FILE",
            description =
                    "openwhisk: secret.txt that 'lambdafs image' wrote. knative, nuclio: a file with the secret that"
                            + " callers show, for the calls that check the functions.")
    private @Nullable Path secretFile;

    @Option(
            names = "--store-password-file",
            paramLabel = "FILE",
            description = "openwhisk, lambda: a file with the store's password, or the engine's secret.")
    private @Nullable Path storePasswordFile;

    @Option(
            names = "--zookeeper-secret-file",
            paramLabel = "FILE",
            description = "openwhisk, lambda: a file with what a cluster in secure mode shows ZooKeeper:"
                    + " security/zookeeper.secret of a stack.")
    private @Nullable Path zooKeeperSecretFile;

    @Option(
            names = "--zookeeper-secret",
            paramLabel = "NAME",
            description =
                    "knative, nuclio: the Kubernetes Secret whose key secret has what a cluster in secure mode shows"
                            + " ZooKeeper.")
    private String zooKeeperSecret = "";

    @Option(
            names = "--http-secret",
            paramLabel = "NAME",
            description = "knative, nuclio: the Kubernetes Secret whose key http has what callers must show; default:"
                    + " lambdafs-http.")
    private String httpSecret = "";

    @Option(
            names = "--store-secret",
            paramLabel = "NAME",
            description =
                    "knative, nuclio: the Kubernetes Secret with the keys user and password of the store; only password"
                            + " for an engine.")
    private String storeSecret = "";

    @Option(names = "--namespace", paramLabel = "NAME", description = "knative, nuclio: the namespace of Kubernetes.")
    private String namespace = "";

    @Option(
            names = "--kubeconfig",
            paramLabel = "FILE",
            description = "knative: default $KUBECONFIG, the pod's service account, or ~/.kube/config.")
    private @Nullable Path kubeconfig;

    @Option(names = "--context", paramLabel = "NAME", description = "knative: the context of the kubeconfig.")
    private String context = "";

    @Option(
            names = "--function-url",
            paramLabel = "URL",
            description = "knative: where this machine reaches a function, with {function} for namenode0 and so on.")
    private String functionUrl = "";

    @Option(names = "--project", paramLabel = "NAME", description = "nuclio: the project; default: default.")
    private String project = "";

    @Option(names = "--region", paramLabel = "NAME", description = "lambda: default $AWS_REGION.")
    private String region = "";

    @Option(names = "--role", paramLabel = "ARN", description = "lambda: the role that the functions have.")
    private String role = "";

    @Option(names = "--subnets", split = ",", paramLabel = "ID", description = "lambda: subnets that reach the store.")
    private List<String> subnets = List.of();

    @Option(
            names = "--security-groups",
            split = ",",
            paramLabel = "ID",
            description = "lambda: those of the functions.")
    private List<String> securityGroups = List.of();

    @Option(names = "--architecture", paramLabel = "NAME", description = "lambda: x86_64 (default) or arm64.")
    private String architecture = "";

    @Option(
            names = "--wait",
            paramLabel = "SECONDS",
            description = "How long a function may take until the platform has it; default ${DEFAULT-VALUE}.",
            defaultValue = "180")
    private int waitSeconds = 180;

    private boolean isEngine;

    /** Says that the store is an engine, which has no users. */
    void storeIsEngine(boolean engine) {
        isEngine = engine;
    }

    /** The settings that the platform gets as secrets. */
    Set<String> secretSettings() {
        Set<String> all = new HashSet<>(files().keySet());
        if (!storeSecret.isEmpty()) {
            all.add(FunctionSpec.STORE_PASSWORD);
        }
        if (!zooKeeperSecret.isEmpty()) {
            all.add(FunctionSpec.ZOOKEEPER_SECRET);
        }
        return all;
    }

    /** The settings that are secrets in files. */
    private Map<String, DeploymentSecretFile> files() {
        Map<String, DeploymentSecretFile> all = new HashMap<>();
        secret(storePasswordFile, "--store-password-file")
                .ifPresent(file -> all.put(FunctionSpec.STORE_PASSWORD, file));
        secret(zooKeeperSecretFile, "--zookeeper-secret-file")
                .ifPresent(file -> all.put(FunctionSpec.ZOOKEEPER_SECRET, file));
        return all;
    }

    private static Optional<DeploymentSecretFile> secret(@Nullable Path file, String option) {
        return file == null ? Optional.empty() : Optional.of(new DeploymentSecretFile(file, option));
    }

    private PlatformPatience patience() {
        if (waitSeconds < 1 || waitSeconds > MAX_WAIT_SECONDS) {
            throw input("--wait must be between 1 and " + MAX_WAIT_SECONDS + " seconds, not " + waitSeconds);
        }
        return new PlatformPatience(Duration.ofSeconds(waitSeconds), LOOK);
    }

    private static RestClient rest(java.net.http.HttpClient sender) {
        return new RestClient(sender, REQUEST, PATIENCE);
    }

    private static RestClient rest() {
        return rest(RestClient.sender().build());
    }

    private static RestClient trusting(Path authorities) {
        try {
            return rest(RestClient.sender()
                    .sslContext(TlsContexts.client(authorities, System::nanoTime, System.err::println))
                    .build());
        } catch (IOException e) {
            throw new DeployException(Kind.INPUT, String.valueOf(e.getMessage()), e);
        }
    }

    /** The local platform of a stack. */
    FunctionHost local(LocalStack stack) {
        refuse(DeployPlatform.local, allButWait());
        RestClient rest = stack.authorities().map(HostOptions::trusting).orElseGet(HostOptions::rest);
        return new OpenWhiskHost(stack.url(), stack::key, rest, OpenWhiskHost.Secrets.NONE);
    }

    /** An OpenWhisk. */
    FunctionHost openWhisk() {
        refuse(DeployPlatform.openwhisk, kubernetesOnly(), lambdaOnly(), given("--project", project));
        Optional<DeploymentSecretFile> key = secret(authFile, "--auth-file");
        Supplier<String> auth = () -> key.map(DeploymentSecretFile::read)
                .filter(text -> text.matches("[^:\\s]+:[^:\\s]+"))
                .orElseThrow(
                        () -> input(
                                "give --auth-file FILE with the key of the namespace, UUID:KEY ('wsk property get --auth' prints it)"));
        return new OpenWhiskHost(
                requireUrl("the API host of OpenWhisk"),
                auth,
                rest(),
                new OpenWhiskHost.Secrets(secret(secretFile, "--secret-file"), files()));
    }

    /** Knative. */
    FunctionHost knative(FunctionNames names, boolean connects) {
        refuse(
                DeployPlatform.knative,
                lambdaOnly(),
                given("--project", project),
                given("--auth-file", authFile),
                given("--store-password-file", storePasswordFile),
                given("--zookeeper-secret-file", zooKeeperSecretFile));
        KubernetesAccess access = connects ? access() : KubernetesAccess.open("https://kubernetes.default.svc");
        KubernetesAccess there = namespace.isEmpty()
                ? access
                : new KubernetesAccess(access.server(), access.tls(), access.token(), requireName(namespace));
        return new KnativeHost(
                there,
                names,
                secrets(),
                rest(KnativeHost.sender(there)),
                patience(),
                new KnativeHost.Calls(functionUrl, secret(secretFile, "--secret-file")));
    }

    private KubernetesAccess access() {
        Map<String, String> environment = System.getenv();
        String named = environment.getOrDefault("KUBECONFIG", "");
        try {
            if (!url.isEmpty()) {
                return KubernetesAccess.open(requireUrl("the API server"));
            }
            if (kubeconfig != null) {
                return KubeConfig.read(kubeconfig).access(context);
            }
            if (named.isEmpty() && KubernetesAccess.isInPod(environment)) {
                return KubernetesAccess.ofPod(environment);
            }
            Path usual = Path.of(System.getProperty("user.home"), ".kube", "config");
            return KubeConfig.read(named.isEmpty() ? usual : Path.of(named)).access(context);
        } catch (KubernetesAccessException e) {
            throw new DeployException(Kind.CREDENTIALS, String.valueOf(e.getMessage()), e);
        }
    }

    private KubernetesSecrets secrets() {
        return new KubernetesSecrets(
                httpSecret.isEmpty() ? "lambdafs-http" : httpSecret, storeSecret, !isEngine, zooKeeperSecret);
    }

    /** Nuclio. */
    FunctionHost nuclio(FunctionNames names) {
        refuse(
                DeployPlatform.nuclio,
                lambdaOnly(),
                given("--kubeconfig", kubeconfig),
                given("--context", context),
                given("--function-url", functionUrl),
                given("--store-password-file", storePasswordFile),
                given("--zookeeper-secret-file", zooKeeperSecretFile));
        return new NuclioHost(
                URI.create(requireUrl("Nuclio's dashboard, such as http://127.0.0.1:8070")),
                namespace.isEmpty() ? "nuclio" : requireName(namespace),
                names,
                secrets(),
                rest(),
                patience(),
                new NuclioHost.Access(
                        secret(authFile, "--auth-file"),
                        secret(secretFile, "--secret-file"),
                        project.isEmpty() ? "default" : requireName(project)));
    }

    /** AWS Lambda. */
    FunctionHost lambda(FunctionNames names, boolean needsRole) {
        refuse(
                DeployPlatform.lambda,
                kubernetesOnly(),
                given("--project", project),
                given("--auth-file", authFile),
                given("--secret-file", secretFile));
        Map<String, String> environment = System.getenv();
        String there = !region.isEmpty()
                ? region
                : environment.getOrDefault("AWS_REGION", environment.getOrDefault("AWS_DEFAULT_REGION", ""));
        if (!there.matches("[a-z0-9-]{1,32}")) {
            throw input("give --region, or set AWS_REGION, to the functions' region, such as eu-central-1");
        }
        if (needsRole && !role.matches("arn:[\\w-]+:iam::\\d{12}:role/[\\w+=,.@/-]+")) {
            throw input("give --role with the ARN of the role that the functions have, such as"
                    + " arn:aws:iam::123456789012:role/lambdafs");
        }
        if (subnets.isEmpty() != securityGroups.isEmpty()) {
            throw input("--subnets and --security-groups belong together: give both, or neither");
        }
        if (!List.of("", "x86_64", "arm64").contains(architecture)) {
            throw input("--architecture must be x86_64 or arm64, not " + architecture);
        }
        String endpoint = url.isEmpty() ? "https://lambda." + there + ".amazonaws.com" : requireUrl("Lambda");
        return new LambdaHost(
                new LambdaHost.Place(
                        endpoint,
                        there,
                        role,
                        subnets,
                        securityGroups,
                        architecture.isEmpty() ? "x86_64" : architecture),
                names,
                files(),
                new AwsCredentialsSource(environment, System.getProperty("user.home")),
                rest(),
                patience());
    }

    private String requireUrl(String what) {
        try {
            URI address = new URI(url);
            if (address.getHost() != null
                    && List.of("http", "https").contains(address.getScheme())
                    && address.getUserInfo() == null) {
                return url.endsWith("/") ? url.substring(0, url.length() - 1) : url;
            }
        } catch (URISyntaxException e) {
            throw new DeployException(Kind.INPUT, "--url is not an address: " + e.getMessage(), e);
        }
        throw input("give --url http://HOST:PORT with the address of " + what);
    }

    private static String requireName(String name) {
        if (!name.matches("[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?")) {
            throw input("\"" + name + "\" is not the name of a namespace or project: use small letters, digits and -");
        }
        return name;
    }

    private List<String> kubernetesOnly() {
        return List.of(
                given("--http-secret", httpSecret),
                given("--store-secret", storeSecret),
                given("--zookeeper-secret", zooKeeperSecret),
                given("--namespace", namespace),
                given("--kubeconfig", kubeconfig),
                given("--context", context),
                given("--function-url", functionUrl));
    }

    private List<String> lambdaOnly() {
        return List.of(
                given("--region", region),
                given("--role", role),
                given("--subnets", subnets.isEmpty() ? "" : "given"),
                given("--security-groups", securityGroups.isEmpty() ? "" : "given"),
                given("--architecture", architecture));
    }

    private List<String> allButWait() {
        List<String> all = new java.util.ArrayList<>(kubernetesOnly());
        all.addAll(lambdaOnly());
        all.addAll(List.of(
                given("--project", project),
                given("--url", url),
                given("--auth-file", authFile),
                given("--secret-file", secretFile),
                given("--store-password-file", storePasswordFile),
                given("--zookeeper-secret-file", zooKeeperSecretFile)));
        return all;
    }

    /** The option, if it was given; otherwise nothing. */
    private static String given(String option, @Nullable Object value) {
        return value == null || value.toString().isEmpty() ? "" : option;
    }

    private static void refuse(DeployPlatform platform, List<String> some, List<String> others, String... more) {
        List<String> all = new java.util.ArrayList<>(some);
        all.addAll(others);
        all.addAll(List.of(more));
        refuse(platform, all);
    }

    private static void refuse(DeployPlatform platform, List<String> some, String... more) {
        refuse(platform, some, List.of(), more);
    }

    private static void refuse(DeployPlatform platform, List<String> options) {
        for (String option : options) {
            if (!option.isEmpty()) {
                throw input(option + " is for another platform than " + platform + ": leave it out");
            }
        }
    }

    private static DeployException input(String message) {
        return new DeployException(Kind.INPUT, message);
    }
}
