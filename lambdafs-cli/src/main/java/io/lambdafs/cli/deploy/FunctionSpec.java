package io.lambdafs.cli.deploy;

import io.lambdafs.cli.deploy.DeployException.Kind;
import io.lambdafs.cli.security.EngineUrl;
import io.lambdafs.runtime.FunctionMain;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * What each of the functions is to be; they differ in their numbers only.
 *
 * @param deployments how many functions there are to be, 1 to 1024
 * @param image the container image, or what the local platform calls a command line
 * @param min instances of a function that are always there, 0 or more
 * @param max instances of a function at most; 0 leaves it to the platform
 * @param concurrency invocations that an instance takes at once, 1 to 1000
 * @param memoryMb the memory of an instance in MB of 2^20 bytes, 128 to 32768
 * @param settings environment variables of an instance; no secret is among them
 */
record FunctionSpec(
        int deployments,
        String image,
        int min,
        int max,
        int concurrency,
        int memoryMb,
        SortedMap<String, String> settings) {
    /** How long the platform lets an invocation take. */
    static final int TIMEOUT_SECONDS = 60;

    static final String STORE_URL = "LAMBDAFS_STORE_URL";
    static final String STORE_USER = "LAMBDAFS_STORE_USER";
    static final String STORE_PASSWORD = "LAMBDAFS_STORE_PASSWORD";
    static final String ZOOKEEPER_SECRET = "LAMBDAFS_ZOOKEEPER_SECRET";
    static final String CLUSTER = "LAMBDAFS_CLUSTER";
    static final String DEPLOYMENTS = "LAMBDAFS_DEPLOYMENTS";
    static final String PROTOCOL = "LAMBDAFS_PROTOCOL";
    static final String FUNCTION = "LAMBDAFS_FUNCTION";

    private static final int MAX_DEPLOYMENTS = 1024;
    private static final int MAX_INSTANCES = 100_000;
    private static final int MAX_CONCURRENCY = 1000;
    private static final int MIN_MEMORY_MB = 128;
    private static final int MAX_MEMORY_MB = 32_768;
    private static final Pattern IMAGE = Pattern.compile("[A-Za-z0-9][\\w./:@-]{0,511}");
    private static final String SETTINGS_FILE = "LAMBDAFS_SETTINGS_FILE";

    /** How the platform gets each secret. */
    private static final Map<String, String> SECRETS = Map.of(
            STORE_PASSWORD,
            "use --store-secret (knative, nuclio) or --store-password-file (openwhisk, lambda)",
            ZOOKEEPER_SECRET,
            "use --zookeeper-secret (knative, nuclio) or --zookeeper-secret-file (openwhisk, lambda)",
            "LAMBDAFS_HTTP_SECRET",
            "use --http-secret (knative, nuclio)",
            "LAMBDAFS_PLATFORM_AUTH",
            "put it into a file that containers have, and name the file by " + SETTINGS_FILE);

    private static final List<String> SET_HERE =
            List.of(PROTOCOL, FUNCTION, DEPLOYMENTS, "LAMBDAFS_HTTP_SECRET_FILE", "LAMBDAFS_HTTP_CONCURRENCY");

    FunctionSpec {
        requireWithin("--deployments", deployments, 1, MAX_DEPLOYMENTS);
        requireWithin("--min", min, 0, MAX_INSTANCES);
        requireWithin("--max", max, 0, MAX_INSTANCES);
        requireWithin("--concurrency", concurrency, 1, MAX_CONCURRENCY);
        requireWithin("--memory", memoryMb, MIN_MEMORY_MB, MAX_MEMORY_MB);
        if (max != 0 && min > max) {
            throw input("--min " + min + " is more than --max " + max + ": a function cannot have both");
        }
        if (!IMAGE.matcher(image).matches()) {
            throw input("\"" + image + "\" is not the name of an image: give --image REGISTRY/NAME:TAG");
        }
        settings = Collections.unmodifiableSortedMap(new TreeMap<>(settings));
        settings.keySet().forEach(FunctionSpec::requireMayBeGiven);
    }

    private static void requireWithin(String option, int value, int least, int most) {
        if (value < least || value > most) {
            throw input(option + " must be between " + least + " and " + most + ", not " + value);
        }
    }

    private static void requireMayBeGiven(String name) {
        if (isSecret(name)) {
            throw input(name + " is a secret, which a command line and a manifest must not have: " + SECRETS.get(name));
        }
        if (SET_HERE.contains(name)) {
            throw input(name + " cannot be given, because this command sets it itself");
        }
    }

    /** Whether a variable's value is a secret. */
    static boolean isSecret(String name) {
        return SECRETS.containsKey(name);
    }

    /**
     * Checks that an instance would start with the settings.
     *
     * @param secrets the variables whose values the platform gets in another way
     */
    void requireServable(Set<String> secrets) {
        Map<String, String> all = new HashMap<>(settings);
        all.put(DEPLOYMENTS, Integer.toString(deployments));
        try {
            FunctionMain.requireValid(all);
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw new DeployException(
                    Kind.INPUT,
                    e.getMessage()
                            + ": give it with --env NAME=VALUE or in the file --settings; docs/configuration.md lists"
                            + " the settings of function instances",
                    e);
        }
        String url = settings.getOrDefault(STORE_URL, "");
        if (EngineUrl.isOfThisMachine(url)) {
            throw input(
                    STORE_URL + " " + url + " is a store of one machine, which functions elsewhere cannot reach: use"
                            + " rocks://HOST:PORT, rocks+tls://HOST:PORT?authorities=FILE, jdbc:postgresql://… or ndb://…");
        }
        if (url.startsWith("jdbc:")
                && !secrets.contains(STORE_PASSWORD)
                && url.toLowerCase(java.util.Locale.ROOT).contains("password=")) {
            throw input(
                    STORE_URL + " has a password in it: take it out, and use --store-secret or --store-password-file");
        }
        requireZooKeeperSecret(secrets);
    }

    /* ZooKeeper hides what the other processes of a cluster in secure mode make there from those that do not show the secret. */
    private void requireZooKeeperSecret(Set<String> secrets) {
        boolean needed = Boolean.parseBoolean(settings.getOrDefault("LAMBDAFS_SECURE", "false"))
                && settings.containsKey("LAMBDAFS_ZOOKEEPER")
                && !settings.containsKey(SETTINGS_FILE);
        if (needed && !secrets.contains(ZOOKEEPER_SECRET)) {
            throw input("LAMBDAFS_SECURE=true needs what the cluster shows ZooKeeper: " + SECRETS.get(ZOOKEEPER_SECRET)
                    + ", with the content of security/zookeeper.secret in the stack's data directory");
        }
    }

    /** The settings of function {@code number} besides those that the platform's own contract needs. */
    SortedMap<String, String> environment(String protocol, int number) {
        SortedMap<String, String> all = new TreeMap<>(settings);
        all.put(PROTOCOL, protocol);
        all.put(FUNCTION, "namenode" + number);
        all.put(DEPLOYMENTS, Integer.toString(deployments));
        return all;
    }

    private static DeployException input(String message) {
        return new DeployException(Kind.INPUT, message);
    }
}
