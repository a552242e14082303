package io.lambdafs.runtime;

import io.lambdafs.container.FunctionHandler;
import io.lambdafs.container.FunctionServer;
import io.lambdafs.container.http.PlainHttpConfig;
import io.lambdafs.container.http.PlainHttpServer;
import io.lambdafs.container.lambda.LambdaConfig;
import io.lambdafs.container.lambda.LambdaRuntime;
import io.lambdafs.openwhisk.action.ActionServer;
import io.lambdafs.openwhisk.action.ActionServerConfig;
import java.time.Duration;
import java.util.Map;

/** How a platform calls an instance: one variable of its environment says which protocol it speaks. */
enum Protocol {
    /** OpenWhisk's: /init, then /run. It freezes an idle container after 10 s; an instance looks every 1.5 s whether it is idle. */
    OPENWHISK("openwhisk", Duration.ofSeconds(6)) {
        @Override
        Serving prepare(Map<String, String> environment) {
            ActionServerConfig config = ActionServerConfig.fromEnvironment(environment);
            return new Serving(handler -> ActionServer.start(config, handler, System.out, System.err), Duration.ZERO);
        }
    },
    /** Plain HTTP: Knative, Cloud Run, Nuclio, Kubernetes. Nothing is frozen there. */
    HTTP("http", Duration.ZERO) {
        @Override
        Serving prepare(Map<String, String> environment) {
            PlainHttpConfig config = PlainHttpConfig.fromEnvironment(environment);
            return new Serving(handler -> PlainHttpServer.start(config, handler), config.grace());
        }
    },
    /** AWS Lambda's Runtime API. It freezes an instance whenever no invocation is under way. */
    LAMBDA("lambda", Duration.ZERO) {
        @Override
        Serving prepare(Map<String, String> environment) {
            if (environment.getOrDefault(CacheConfig.MODE, defaultMode()).equals("lambdafs")) {
                throw new IllegalArgumentException("set " + CacheConfig.MODE + " to validate, or to stateless: in mode"
                        + " lambdafs writers would wait for instances that AWS Lambda has frozen");
            }
            LambdaConfig config = LambdaConfig.fromEnvironment(environment);
            return new Serving(
                    handler -> LambdaRuntime.start(
                            config, handler, () -> Runtime.getRuntime().halt(1)),
                    LAMBDA_GRACE);
        }

        @Override
        String defaultMode() {
            return "validate";
        }
    };

    /** Lambda gives an instance half a second, if it gives it any time. */
    private static final Duration LAMBDA_GRACE = Duration.ofMillis(300);

    static final String VARIABLE = "LAMBDAFS_PROTOCOL";

    private final String setting;
    private final Duration leaveAfterIdle;

    Protocol(String setting, Duration leaveAfterIdle) {
        this.setting = setting;
        this.leaveAfterIdle = leaveAfterIdle;
    }

    /**
     * Reads the environment.
     *
     * @throws IllegalArgumentException if the variable names no protocol
     */
    static Protocol of(Map<String, String> environment) {
        String named = environment.getOrDefault(VARIABLE, OPENWHISK.setting);
        for (Protocol protocol : values()) {
            if (protocol.setting.equals(named)) {
                return protocol;
            }
        }
        throw new IllegalArgumentException(VARIABLE + " must be openwhisk, http or lambda, not " + named);
    }

    /**
     * Reads the protocol's own settings.
     *
     * @throws IllegalArgumentException a sentence that names a variable which is missing or malformed
     */
    abstract Serving prepare(Map<String, String> environment);

    /**
     * How long an instance without invocations stays a member of its cluster: less than the time after which the platform freezes
     * it; zero where it freezes none, and the instance always stays.
     */
    Duration leaveAfterIdle() {
        return leaveAfterIdle;
    }

    /** How an instance keeps metadata if no setting says so. */
    String defaultMode() {
        return "lambdafs";
    }

    /** Makes the server of an instance, which serves at once. */
    @FunctionalInterface
    interface Start {
        FunctionServer of(FunctionHandler handler) throws Exception;
    }

    /**
     * What is to be done when an instance starts and when it ends.
     *
     * @param grace how long what is under way may take at the end; zero: it is broken off, and the process ends as the signal says
     */
    record Serving(Start start, Duration grace) {}
}
