package io.lambdafs.client;

import io.lambdafs.client.platform.PlainHttpPlatform;
import io.lambdafs.client.platform.aws.AwsCredentialsSource;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Map;

/** Where the functions are on AWS Lambda: as the client's settings say, and as AWS's own variables do. */
final class LambdaSettings {
    private final ClientConfig config;
    private final Map<String, String> environment;
    private final String home;

    LambdaSettings(ClientConfig config, Map<String, String> environment, String home) {
        this.config = config;
        this.environment = environment;
        this.home = home;
    }

    /** Lambda's name of a function, with λFS's to be put in. */
    String function() {
        return config.text(ClientKey.LAMBDA_FUNCTION);
    }

    String region() {
        String set = config.text(ClientKey.LAMBDA_REGION);
        String region = environment.get("AWS_REGION");
        String other = environment.get("AWS_DEFAULT_REGION");
        if (!set.isEmpty()) {
            return set;
        }
        return region != null && !region.isEmpty() ? region : other == null ? "" : other;
    }

    /** Without a slash at its end. */
    String endpoint() {
        String set = config.text(ClientKey.LAMBDA_ENDPOINT);
        String endpoint = set.isEmpty() ? "https://lambda." + region() + ".amazonaws.com" : set;
        return endpoint.endsWith("/") ? endpoint.substring(0, endpoint.length() - 1) : endpoint;
    }

    AwsCredentialsSource credentials() {
        return new AwsCredentialsSource(environment, home);
    }

    /**
     * Checks them.
     *
     * @throws IllegalArgumentException names the setting that is missing or malformed
     */
    void validate() {
        String first = PlainHttpPlatform.address(function(), 0);
        if (first.equals(function()) || !first.matches("[A-Za-z0-9_-]{1,64}")) {
            throw config.invalid(
                    ClientKey.LAMBDA_FUNCTION,
                    "must be a name of letters, digits, - and _ with {function} in it, such as lambdafs-{function}");
        }
        if (!region().matches("[a-z0-9-]{1,32}")) {
            throw config.invalid(
                    ClientKey.LAMBDA_REGION, "set it, or AWS_REGION, to the functions' region, such as eu-central-1");
        }
        try {
            URI url = new URI(endpoint());
            if (url.getHost() != null && ("http".equals(url.getScheme()) || "https".equals(url.getScheme()))) {
                return;
            }
        } catch (URISyntaxException e) {
            throw config.invalid(ClientKey.LAMBDA_ENDPOINT, e.getReason());
        }
        throw config.invalid(ClientKey.LAMBDA_ENDPOINT, "is not of the form https://host");
    }
}
