package io.lambdafs.client.platform;

/** The settings that messages about a platform name. */
final class PlatformKeys {
    static final String OPENWHISK_URL = "lambdafs.client.openwhisk.url";
    static final String OPENWHISK_AUTH = "lambdafs.client.openwhisk.auth";
    static final String TRUSTSTORE = "lambdafs.client.truststore";
    static final String FUNCTION_URL = "lambdafs.client.function-url";
    static final String FUNCTION_SECRET = "lambdafs.client.function-secret";
    static final String FUNCTION_SECRET_FILE = "lambdafs.client.function-secret-file";
    static final String LAMBDA_FUNCTION = "lambdafs.client.lambda.function";
    static final String TCP_BIND_ADDRESS = "lambdafs.client.tcp.bind-address";
    static final String MAX_CONNECTIONS = "lambdafs.client.http.max-connections";

    private PlatformKeys() {}
}
