package io.lambdafs.client;

import io.lambdafs.client.calm.CalmSettings;
import io.lambdafs.client.sharing.Sharing;
import io.lambdafs.client.sharing.StackIdentity;
import io.lambdafs.client.straggler.StragglerSettings;
import io.lambdafs.wire.RequestLife;
import io.lambdafs.wire.ResponseEnvelope;
import io.lambdafs.wire.trace.TracingProvider;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.time.Duration;
import java.util.Base64;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The client's settings, typed and checked. Two clients with equal settings share their connections. */
final class ClientConfig {
    /** What became of a request is kept for longer than this; one sent again after that would run again. */
    private static final Duration LONGEST_CALL = Duration.ofMillis(RequestLife.LONGEST_PATIENCE_MILLIS);

    /** Beyond this a sleep is cheaper by any measure. */
    private static final int LONGEST_SPIN_MICROS = 10_000;

    private static final int LARGEST_FACTOR = 1000;

    private final Map<ClientKey, String> values;

    /** Settings; a key that is left out has its default. */
    ClientConfig(Map<ClientKey, String> values) {
        Map<ClientKey, String> all = new EnumMap<>(ClientKey.class);
        for (ClientKey key : ClientKey.values()) {
            String value = values.get(key);
            all.put(key, value == null ? key.defaultValue() : value.trim());
        }
        this.values = Collections.unmodifiableMap(all);
        validate();
    }

    /** What runs the functions. */
    PlatformKind platform() {
        for (PlatformKind kind : PlatformKind.values()) {
            if (kind.setting().equals(text(ClientKey.PLATFORM))) {
                return kind;
            }
        }
        throw invalid(ClientKey.PLATFORM, "must be one of " + PlatformKind.settings());
    }

    /** The platform's address, without a slash at its end. */
    String openWhiskUrl() {
        String url = text(ClientKey.OPENWHISK_URL);
        return url.endsWith("/") ? url.substring(0, url.length() - 1) : url;
    }

    /** The value of the Authorization header; null when no key is configured. */
    @Nullable
    String authorization() {
        String auth = text(ClientKey.OPENWHISK_AUTH);
        return auth.isEmpty()
                ? null
                : "Basic " + Base64.getEncoder().encodeToString(auth.getBytes(StandardCharsets.UTF_8));
    }

    /** Where the functions are on AWS Lambda. */
    LambdaSettings lambda() {
        return new LambdaSettings(this, System.getenv(), System.getProperty("user.home"));
    }

    /** Whether functions may connect back. */
    boolean usesTcp() {
        return flag(ClientKey.TCP_ENABLED) && platform().connectsBack();
    }

    /** Whether the connections of functions are encrypted. */
    boolean encryptsTcp() {
        return text(ClientKey.TCP_TLS).isEmpty() ? isSecure() : flag(ClientKey.TCP_TLS);
    }

    /** Where decoupled subtrees are kept on this machine. */
    Path subtreeDirectory() {
        String set = text(ClientKey.SUBTREE_DIRECTORY);
        return set.isEmpty() ? Paths.get(System.getProperty("user.home"), ".lambdafs", "subtrees") : Paths.get(set);
    }

    /** Where the key of a service is, which speaks for any user; empty for programs that speak for their own user. */
    Optional<Path> serviceKeyFile() {
        String file = text(ClientKey.SERVICE_KEY_FILE);
        return isSecure() && !file.isEmpty() ? Optional.of(Paths.get(file)) : Optional.empty();
    }

    /** Whether calls are signed. */
    boolean isSecure() {
        return flag(ClientKey.SECURE);
    }

    /** Which stack these settings lead to. */
    StackIdentity stack() {
        switch (platform()) {
            case HTTP:
                return new StackIdentity(
                        text(ClientKey.FUNCTION_URL),
                        text(ClientKey.FUNCTION_SECRET) + "\n" + text(ClientKey.FUNCTION_SECRET_FILE));
            case LAMBDA:
                return new StackIdentity(lambda().endpoint(), lambda().function());
            default:
                return new StackIdentity(openWhiskUrl(), authorization());
        }
    }

    String text(ClientKey key) {
        String value = values.get(key);
        return value == null ? key.defaultValue() : value;
    }

    boolean flag(ClientKey key) {
        String value = text(key);
        if (!value.equals("true") && !value.equals("false")) {
            throw invalid(key, "is neither true nor false");
        }
        return value.equals("true");
    }

    /** A number of at least zero. */
    int number(ClientKey key) {
        try {
            int number = Integer.parseInt(text(key));
            if (number >= 0) {
                return number;
            }
        } catch (NumberFormatException e) {
            throw invalid(key, "is not a whole number");
        }
        throw invalid(key, "is negative");
    }

    Duration duration(ClientKey key) {
        int millis = number(key);
        if (millis == 0) {
            throw invalid(key, "must be at least 1");
        }
        return Duration.ofMillis(millis);
    }

    /** How long a caller looks for its answer before it sleeps; zero where that would keep the answer from coming. */
    Duration spinLimit() {
        int micros = number(ClientKey.TCP_SPIN);
        if (micros > LONGEST_SPIN_MICROS) {
            throw invalid(ClientKey.TCP_SPIN, "must be at most " + LONGEST_SPIN_MICROS);
        }
        return Duration.ofNanos(
                Runtime.getRuntime().availableProcessors() > 1 ? TimeUnit.MICROSECONDS.toNanos(micros) : 0);
    }

    /** Whose connections a client may use besides its own. */
    Sharing sharing() {
        for (Sharing known : Sharing.values()) {
            if (known.setting().equals(text(ClientKey.SHARING))) {
                return known;
            }
        }
        throw invalid(ClientKey.SHARING, "must be one of " + Sharing.settings());
    }

    /** Which requests are stragglers. */
    StragglerSettings stragglers() {
        double factor = decimal(ClientKey.STRAGGLER_FACTOR);
        // Written so that NaN fails too.
        if (!(factor > 1 && factor <= LARGEST_FACTOR)) {
            throw invalid(ClientKey.STRAGGLER_FACTOR, "must be more than 1 and at most " + LARGEST_FACTOR);
        }
        int window = number(ClientKey.STRAGGLER_WINDOW);
        if (window < StragglerSettings.LEAST_WINDOW || window > StragglerSettings.MOST_WINDOW) {
            throw invalid(
                    ClientKey.STRAGGLER_WINDOW,
                    "must be between " + StragglerSettings.LEAST_WINDOW + " and " + StragglerSettings.MOST_WINDOW);
        }
        Duration least = duration(ClientKey.STRAGGLER_MIN);
        double share = probability(ClientKey.STRAGGLER_SHARE);
        return flag(ClientKey.STRAGGLERS)
                ? new StragglerSettings(factor, least, window, share)
                : StragglerSettings.off();
    }

    /** OpenTelemetry's environment variables, and in their stead what these settings say. */
    Map<String, String> tracing() {
        Map<String, String> settings = new HashMap<>(System.getenv());
        settings.keySet().removeIf(name -> !name.startsWith("OTEL_"));
        String endpoint = text(ClientKey.TRACING_ENDPOINT);
        if (!endpoint.isEmpty()) {
            settings.remove(TracingProvider.TRACES_ENDPOINT);
            settings.remove(TracingProvider.ENDPOINT);
            if (!endpoint.equals("none")) {
                validateUrl(ClientKey.TRACING_ENDPOINT, endpoint);
                settings.put(TracingProvider.ENDPOINT, endpoint);
            }
        }
        if (!text(ClientKey.TRACING_RATIO).isEmpty()) {
            settings.put("OTEL_TRACES_SAMPLER", "parentbased_traceidratio");
            settings.put("OTEL_TRACES_SAMPLER_ARG", Double.toString(probability(ClientKey.TRACING_RATIO)));
        }
        return settings;
    }

    /** Whether calls may go to functions that do not own their path. */
    boolean avoidsThrashing() {
        return !text(ClientKey.ANTI_THRASHING).equals("false");
    }

    /** When a client is in anti-thrashing mode because of latency, or always. */
    CalmSettings antiThrashing() {
        double factor = decimal(ClientKey.ANTI_THRASHING_FACTOR);
        if (factor != 0 && !(factor > 1 && factor <= LARGEST_FACTOR)) {
            throw invalid(
                    ClientKey.ANTI_THRASHING_FACTOR, "must be more than 1 and at most " + LARGEST_FACTOR + ", or 0");
        }
        int window = number(ClientKey.ANTI_THRASHING_WINDOW);
        if (window < CalmSettings.LEAST_WINDOW_MILLIS || window > CalmSettings.MOST_WINDOW_MILLIS) {
            throw invalid(
                    ClientKey.ANTI_THRASHING_WINDOW,
                    "must be between " + CalmSettings.LEAST_WINDOW_MILLIS + " and " + CalmSettings.MOST_WINDOW_MILLIS);
        }
        switch (text(ClientKey.ANTI_THRASHING)) {
            case "always":
                return CalmSettings.always();
            case "true":
                return CalmSettings.when(factor, Duration.ofMillis(window));
            case "false":
                return CalmSettings.never();
            default:
                throw invalid(ClientKey.ANTI_THRASHING, "must be true, false or always");
        }
    }

    double probability(ClientKey key) {
        double probability = decimal(key);
        if (probability >= 0 && probability <= 1) {
            return probability;
        }
        throw invalid(key, "is outside 0..1");
    }

    private double decimal(ClientKey key) {
        try {
            return Double.parseDouble(text(key));
        } catch (NumberFormatException e) {
            throw invalid(key, "is not a number");
        }
    }

    /** A load of instances, 0..255. */
    int load(ClientKey key) {
        int load = number(key);
        if (load > ResponseEnvelope.MAX_LOAD) {
            throw invalid(key, "must be at most " + ResponseEnvelope.MAX_LOAD);
        }
        return load;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ClientConfig && values.equals(((ClientConfig) other).values);
    }

    @Override
    public int hashCode() {
        return values.hashCode();
    }

    private void validate() {
        platform().validate(this);
        if (!text(ClientKey.TRUSTSTORE).isEmpty()
                && platform() == PlatformKind.OPENWHISK
                && openWhiskUrl().startsWith("http:")) {
            throw invalid(
                    ClientKey.TRUSTSTORE,
                    "is set, and " + ClientKey.OPENWHISK_URL.key() + " is " + openWhiskUrl()
                            + ", which is not encrypted: use an https:// address");
        }
        number(ClientKey.DEPLOYMENTS);
        if (duration(ClientKey.TOTAL_TIMEOUT).compareTo(LONGEST_CALL) > 0) {
            throw invalid(
                    ClientKey.TOTAL_TIMEOUT,
                    "must be at most " + LONGEST_CALL.toMillis() + ": what became of a request is not kept for ever");
        }
        number(ClientKey.HTTP_KEEP_WARM);
        number(ClientKey.HTTP_HEDGE);
        duration(ClientKey.BACKOFF_BASE);
        duration(ClientKey.BACKOFF_MAX);
        duration(ClientKey.HTTP_CONNECT_TIMEOUT);
        duration(ClientKey.HTTP_ATTEMPT_TIMEOUT);
        duration(ClientKey.TCP_ATTEMPT_TIMEOUT);
        duration(ClientKey.TCP_SILENCE_LIMIT);
        spinLimit();
        probability(ClientKey.HTTP_REPLACEMENT_PROBABILITY);
        probability(ClientKey.MAX_HTTP_REPLACEMENT_PROBABILITY);
        load(ClientKey.SCALE_OUT_LOAD);
        stragglers();
        flag(ClientKey.TCP_ENABLED);
        flag(ClientKey.SECURE);
        flag(ClientKey.PRINT_METRICS);
        boolean unused = encryptsTcp();
        requireAtLeastOne(ClientKey.HTTP_MAX_CONNECTIONS);
        requireAtLeastOne(ClientKey.HTTP_MAX_PER_FUNCTION);
        antiThrashing();
        number(ClientKey.TCP_MAX_CLIENTS);
        sharing();
        duration(ClientKey.SUBTREE_LOCK_WAIT);
        tracing();
        requireAtLeastOne(ClientKey.TCP_MAX_CONNECTIONS);
        requireAtLeastOne(ClientKey.TCP_MAX_IN_FLIGHT);
    }

    /** Refuses an address of OpenWhisk that is none. */
    void validateUrl() {
        validateUrl(ClientKey.OPENWHISK_URL, openWhiskUrl());
    }

    private void validateUrl(ClientKey key, String address) {
        try {
            URI url = new URI(address);
            if (url.getHost() != null && ("http".equals(url.getScheme()) || "https".equals(url.getScheme()))) {
                return;
            }
        } catch (URISyntaxException e) {
            throw invalid(key, e.getReason());
        }
        throw invalid(key, "is not of the form http://host:port or https://host:port");
    }

    private void requireAtLeastOne(ClientKey key) {
        if (number(key) < 1) {
            throw invalid(key, "must be at least 1");
        }
    }

    IllegalArgumentException invalid(ClientKey key, String why) {
        return new IllegalArgumentException(key.key() + " = " + text(key) + ": " + why);
    }
}
