package io.lambdafs.container.http;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.Map;
import java.util.Set;

/**
 * The address at which a container serves plain HTTP, and the callers that it serves.
 *
 * @param function the name of the function that the container is, {@code namenode0} and so on
 * @param host the address to listen at
 * @param port the port to listen on; 0 for any free one
 * @param concurrency invocations at once; more are answered with 503
 * @param secrets what a caller may show
 * @param grace how long what is under way may take when the container is asked to end
 */
public record PlainHttpConfig(
        String function, String host, int port, int concurrency, BearerSecrets secrets, Duration grace) {
    /** Environment variable with the function's name. */
    public static final String FUNCTION = "LAMBDAFS_FUNCTION";
    /** Environment variable with the port, as platforms set it. */
    public static final String PORT = "PORT";

    static final String HOST = "LAMBDAFS_HTTP_HOST";
    static final String CONCURRENCY = "LAMBDAFS_HTTP_CONCURRENCY";
    static final String GRACE = "LAMBDAFS_HTTP_GRACE_MILLIS";

    /** The variables with the prefix of λFS. */
    public static final Set<String> VARIABLES =
            Set.of(FUNCTION, HOST, CONCURRENCY, GRACE, BearerSecrets.SECRET, BearerSecrets.SECRET_FILE);

    /** As on OpenWhisk, so that what one platform carries the other does, too. */
    static final int MAX_BODY_BYTES = (1 << 20) + (1 << 16);

    private static final int MAX_PORT = 65_535;
    private static final int MAX_CONCURRENCY = 1000;
    private static final int MAX_GRACE_MILLIS = 3_600_000;

    public PlainHttpConfig {
        requireNonNull(function, "function");
        requireNonNull(host, "host");
        requireNonNull(secrets, "secrets");
        requireNonNull(grace, "grace");
    }

    /**
     * Reads the environment.
     *
     * @throws IllegalArgumentException a sentence that names a variable which is missing or malformed, and what it should be
     */
    public static PlainHttpConfig fromEnvironment(Map<String, String> environment) {
        String function = environment.getOrDefault(FUNCTION, "");
        if (function.isEmpty()) {
            throw new IllegalArgumentException("set " + FUNCTION
                    + " to the name of the function that this container is: namenode0, namenode1 ...");
        }
        return new PlainHttpConfig(
                function,
                environment.getOrDefault(HOST, "0.0.0.0"),
                number(environment, PORT, 8080, 0, MAX_PORT),
                number(environment, CONCURRENCY, 64, 1, MAX_CONCURRENCY),
                BearerSecrets.fromEnvironment(environment),
                Duration.ofMillis(number(environment, GRACE, 8000, 0, MAX_GRACE_MILLIS)));
    }

    private static int number(Map<String, String> environment, String name, int otherwise, int least, int most) {
        String text = environment.getOrDefault(name, "");
        if (text.isEmpty()) {
            return otherwise;
        }
        int number = text.matches("[0-9]{1,8}") ? Integer.parseInt(text) : -1;
        if (number < least || number > most) {
            throw new IllegalArgumentException(
                    name + " must be a whole number within " + least + ".." + most + ", not " + text);
        }
        return number;
    }
}
