package io.lambdafs.container.lambda;

import static java.util.Objects.requireNonNull;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What Lambda says about an instance in its environment.
 *
 * @param function λFS's name of the function
 * @param runtimeApi host and port of the Runtime API
 * @param concurrency invocations at once: 1, except on Lambda Managed Instances
 */
public record LambdaConfig(String function, String runtimeApi, int concurrency) {
    /** Environment variable with λFS's name of the function, where Lambda's name does not end with it. */
    public static final String FUNCTION = "LAMBDAFS_FUNCTION";

    private static final String RUNTIME_API = "AWS_LAMBDA_RUNTIME_API";
    private static final String NAME = "AWS_LAMBDA_FUNCTION_NAME";
    private static final String CONCURRENCY = "AWS_LAMBDA_MAX_CONCURRENCY";
    private static final Pattern SUFFIX = Pattern.compile("namenode\\d{1,6}$");
    private static final Pattern NUMBER = Pattern.compile("[1-9]\\d{0,3}");

    public LambdaConfig {
        requireNonNull(function, "function");
        requireNonNull(runtimeApi, "runtimeApi");
    }

    /**
     * Reads the environment.
     *
     * @throws IllegalArgumentException a sentence that names a variable which is missing or malformed, and what it should be
     */
    public static LambdaConfig fromEnvironment(Map<String, String> environment) {
        String api = environment.getOrDefault(RUNTIME_API, "");
        if (!api.matches("[^\\s/]+")) {
            throw new IllegalArgumentException(RUNTIME_API + " is not set: LAMBDAFS_PROTOCOL=lambda is for AWS Lambda,"
                    + " which sets it; use http elsewhere");
        }
        String concurrency = environment.getOrDefault(CONCURRENCY, "1");
        if (!NUMBER.matcher(concurrency).matches()) {
            throw new IllegalArgumentException(
                    CONCURRENCY + " must be a whole number within 1..9999, not " + concurrency);
        }
        return new LambdaConfig(function(environment), api, Integer.parseInt(concurrency));
    }

    private static String function(Map<String, String> environment) {
        String function = environment.getOrDefault(FUNCTION, "");
        if (!function.isEmpty()) {
            return function;
        }
        String name = environment.getOrDefault(NAME, "");
        Matcher suffix = SUFFIX.matcher(name);
        if (!suffix.find()) {
            throw new IllegalArgumentException("set " + FUNCTION + " to namenode0, namenode1 ..., or give the Lambda"
                    + " function a name that ends so; " + NAME + " is \"" + name + "\"");
        }
        return suffix.group();
    }
}
