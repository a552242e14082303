package io.lambdafs.client;

import io.lambdafs.client.platform.BoundedHttp;
import io.lambdafs.client.platform.FunctionPlatform;
import io.lambdafs.client.platform.LambdaPlatform;
import io.lambdafs.client.platform.OpenWhiskPlatform;
import io.lambdafs.client.platform.PlainHttpPlatform;
import io.lambdafs.client.platform.PlatformTrust;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The kinds of platforms, and what settings each of them needs. */
enum PlatformKind {
    /** OpenWhisk's REST interface. */
    OPENWHISK {
        @Override
        void validate(ClientConfig config) {
            config.validateUrl();
        }

        @Override
        FunctionPlatform open(ClientConfig config, ClientEnvironment environment) throws IOException {
            return new OpenWhiskPlatform(
                    config.openWhiskUrl(),
                    config.authorization(),
                    http(config, environment),
                    environment::nanoTime,
                    environment::sleepMillis);
        }
    },
    /** Functions that answer plain HTTP at addresses of their own. */
    HTTP {
        @Override
        void validate(ClientConfig config) {
            validateFunctionUrl(config);
            boolean secret = !config.text(ClientKey.FUNCTION_SECRET).isEmpty();
            if (secret != config.text(ClientKey.FUNCTION_SECRET_FILE).isEmpty()) {
                throw config.invalid(
                        ClientKey.FUNCTION_SECRET_FILE,
                        "set this to a file with the functions' secret, or " + ClientKey.FUNCTION_SECRET.key()
                                + " to the secret, and not both");
            }
        }

        @Override
        FunctionPlatform open(ClientConfig config, ClientEnvironment environment) throws IOException {
            return new PlainHttpPlatform(
                    config.text(ClientKey.FUNCTION_URL), "Bearer " + functionSecret(config), http(config, environment));
        }
    },
    /** AWS Lambda, which freezes instances between invocations: they hold no connections. */
    LAMBDA {
        @Override
        void validate(ClientConfig config) {
            config.lambda().validate();
        }

        @Override
        FunctionPlatform open(ClientConfig config, ClientEnvironment environment) throws IOException {
            LambdaSettings settings = config.lambda();
            return new LambdaPlatform(
                    settings.endpoint(),
                    settings.region(),
                    settings.function(),
                    settings.credentials(),
                    http(config, environment),
                    Instant::now);
        }

        @Override
        boolean connectsBack() {
            return false;
        }
    };

    /** Refuses settings that are missing or malformed. */
    abstract void validate(ClientConfig config);

    /**
     * The platform of these settings.
     *
     * @throws IOException if a file that they name cannot be read
     */
    abstract FunctionPlatform open(ClientConfig config, ClientEnvironment environment) throws IOException;

    /** Whether instances can keep TCP connections to clients. */
    boolean connectsBack() {
        return true;
    }

    String setting() {
        return name().toLowerCase(Locale.ROOT);
    }

    static String settings() {
        return Stream.of(values()).map(PlatformKind::setting).collect(Collectors.joining(", "));
    }

    private static BoundedHttp http(ClientConfig config, ClientEnvironment environment) throws IOException {
        return new BoundedHttp(
                config.number(ClientKey.HTTP_MAX_CONNECTIONS),
                config.duration(ClientKey.HTTP_CONNECT_TIMEOUT),
                PlatformTrust.in(config.text(ClientKey.TRUSTSTORE), environment::nanoTime, environment::warn));
    }

    private static void validateFunctionUrl(ClientConfig config) {
        String pattern = config.text(ClientKey.FUNCTION_URL);
        if (!pattern.contains(PlainHttpPlatform.NAME) && !pattern.contains(PlainHttpPlatform.NUMBER)) {
            throw config.invalid(
                    ClientKey.FUNCTION_URL,
                    "must have " + PlainHttpPlatform.NAME + " or " + PlainHttpPlatform.NUMBER
                            + " in it, such as http://{function}.example.org:8080/");
        }
        try {
            URI url = new URI(PlainHttpPlatform.address(pattern, 0));
            if (url.getHost() != null && ("http".equals(url.getScheme()) || "https".equals(url.getScheme()))) {
                return;
            }
        } catch (URISyntaxException e) {
            throw config.invalid(ClientKey.FUNCTION_URL, e.getReason());
        }
        throw config.invalid(ClientKey.FUNCTION_URL, "is not of the form http://{function}.example.org:8080/");
    }

    private static String functionSecret(ClientConfig config) throws IOException {
        String file = config.text(ClientKey.FUNCTION_SECRET_FILE);
        if (file.isEmpty()) {
            return config.text(ClientKey.FUNCTION_SECRET);
        }
        List<String> lines;
        try {
            lines = Files.readAllLines(Paths.get(file), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IOException(
                    ClientKey.FUNCTION_SECRET_FILE.key() + " names " + file
                            + ", which cannot be read: put the functions'" + " secret there",
                    e);
        }
        if (lines.isEmpty() || lines.get(0).trim().isEmpty()) {
            throw new IOException(ClientKey.FUNCTION_SECRET_FILE.key() + " names " + file
                    + ", whose first line is empty: put the functions' secret there");
        }
        return lines.get(0).trim();
    }
}
