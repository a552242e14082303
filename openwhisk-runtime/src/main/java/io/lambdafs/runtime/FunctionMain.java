package io.lambdafs.runtime;

import io.lambdafs.coherence.CoherenceRule;
import io.lambdafs.openwhisk.action.ActionServer;
import io.lambdafs.openwhisk.action.ActionServerConfig;
import io.lambdafs.openwhisk.action.ParentWatch;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Set;

/** Runs a function instance: one process, one NameNode, until the platform ends it. */
public final class FunctionMain {
    /** How long leaving the cluster may take when the platform is gone. */
    private static final Duration LEAVING = Duration.ofSeconds(2);

    private FunctionMain() {}

    public static void main(String[] args) {
        run(Set.of());
    }

    /**
     * Runs an instance without these rules of the coherence protocol: for the program of a test that shows that they are
     * needed. Returns when it serves.
     */
    public static void run(Set<CoherenceRule> removedRules) {
        Map<String, String> environment = System.getenv();
        // A connection on which no request arrives, or none that ends, is closed; its thread is free much earlier.
        System.setProperty("sun.net.httpserver.maxReqTime", "30");
        System.setProperty("jdk.httpserver.maxConnections", "1024");
        try {
            NameNodeInstance instance = NameNodeInstance.prepare(FunctionConfig.of(environment), removedRules);
            ActionServer server = ActionServer.start(
                    ActionServerConfig.fromEnvironment(environment),
                    new NameNodeAction(instance),
                    System.out,
                    System.err);
            Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(server, instance), "stop"));
            if ("true".equals(environment.get(ParentWatch.VARIABLE))) {
                ParentWatch.endWith(System.in, LEAVING);
            }
        } catch (IOException | IllegalArgumentException e) {
            System.err.println("function instance: " + e.getMessage());
            System.exit(1);
        }
    }

    /**
     * Checks the settings of an instance without starting one.
     *
     * @throws IllegalArgumentException names a setting that is missing, unknown or malformed
     */
    public static void requireValid(Map<String, String> environment) {
        FunctionConfig unused = FunctionConfig.of(environment);
    }

    private static void stop(ActionServer server, NameNodeInstance instance) {
        server.close();
        instance.close();
    }
}
