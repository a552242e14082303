package io.lambdafs.openwhisk.action;

import io.lambdafs.container.JsonCodec;
import io.lambdafs.container.http.HttpReply;
import java.util.Map;

/**
 * Where an action server listens and what it bears.
 *
 * @param maxConcurrent activations at once; more wait for a thread
 * @param maxBodyBytes largest message that is read, and largest answer that is given
 * @param secret what a caller must know
 * @param sentinels whether the end of an activation is marked in the log: needed unless the action's log limit is 0
 * @param maxValues how many values, names and brackets a message may have
 */
public record ActionServerConfig(
        String host,
        int port,
        int maxConcurrent,
        int maxBodyBytes,
        InstanceSecret secret,
        boolean sentinels,
        int maxValues) {
    /** Environment variable with the port to listen on; real OpenWhisk sets none and expects 8080. */
    public static final String PORT_VARIABLE = "ACTION_PORT";
    /** Environment variable with the address to bind to. */
    public static final String HOST_VARIABLE = "ACTION_HOST";

    /** The status of the refusal of a call that does not name this instance: HTTP's "misdirected request". */
    public static final int MISDIRECTED = 421;

    /** The status of the refusal of a call that does not bring the container's secret. */
    static final int UNPROVEN = 401;

    /** Environment variable which is {@code false} if the action's log limit is 0. */
    public static final String SENTINELS_VARIABLE = "ACTION_LOG_SENTINELS";

    public ActionServerConfig {
        require(port >= 0 && port <= 65535, "port must be within 0..65535");
        require(maxConcurrent >= 1 && maxConcurrent <= 1024, "max-concurrent must be within 1..1024");
        require(maxBodyBytes >= 1024, "max-body-bytes must be at least 1024");
    }

    /** A server whose messages have few values. */
    public ActionServerConfig(
            String host, int port, int maxConcurrent, int maxBodyBytes, InstanceSecret secret, boolean sentinels) {
        this(host, port, maxConcurrent, maxBodyBytes, secret, sentinels, JsonCodec.USUAL_TOKENS);
    }

    /** A container on OpenWhisk, but without a secret: all addresses, port 8080, messages of 1 MiB and their envelope. */
    static ActionServerConfig defaults() {
        return new ActionServerConfig("0.0.0.0", 8080, 64, (1 << 20) + (1 << 16), InstanceSecret.NONE, true);
    }

    /**
     * The defaults with what the environment says otherwise.
     *
     * @throws IllegalArgumentException if a variable is malformed, or there is no secret
     */
    public static ActionServerConfig fromEnvironment(Map<String, String> environment) {
        ActionServerConfig defaults = defaults();
        return new ActionServerConfig(
                environment.getOrDefault(HOST_VARIABLE, defaults.host()),
                port(environment.getOrDefault(PORT_VARIABLE, String.valueOf(defaults.port()))),
                defaults.maxConcurrent(),
                defaults.maxBodyBytes(),
                InstanceSecret.fromEnvironment(environment),
                !"false".equals(environment.get(SENTINELS_VARIABLE)));
    }

    /** Whether a reply refuses a caller that does not know the instance's secret. */
    static boolean isToAStranger(HttpReply reply) {
        return reply.status() == MISDIRECTED || reply.status() == UNPROVEN;
    }

    public ActionServerConfig withAddress(String newHost, int newPort) {
        return new ActionServerConfig(newHost, newPort, maxConcurrent, maxBodyBytes, secret, sentinels, maxValues);
    }

    public ActionServerConfig withMaxConcurrent(int newMaxConcurrent) {
        return new ActionServerConfig(host, port, newMaxConcurrent, maxBodyBytes, secret, sentinels, maxValues);
    }

    /** The same for messages of this size, with so many values. */
    public ActionServerConfig withMessages(int newMaxBodyBytes, int newMaxValues) {
        return new ActionServerConfig(host, port, maxConcurrent, newMaxBodyBytes, secret, sentinels, newMaxValues);
    }

    private static int port(String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(PORT_VARIABLE + " must be a number, but is \"" + text + "\"", e);
        }
    }

    private static void require(boolean condition, String message) {
        if (!condition) {
            throw new IllegalArgumentException(message);
        }
    }
}
