package io.lambdafs.runtime;

import io.lambdafs.coherence.ProtocolRules;
import io.lambdafs.container.FunctionHandler;
import io.lambdafs.container.FunctionServer;
import io.lambdafs.container.ParentWatch;
import io.lambdafs.openwhisk.action.Rehearsal;
import java.time.Duration;
import java.util.Map;

/** Runs a function instance: one process, one NameNode, until the platform ends it. */
public final class FunctionMain {
    /** How long leaving the cluster may take when the platform is gone. */
    private static final Duration LEAVING = Duration.ofSeconds(2);

    /** The exit status when settings are missing or wrong: to start it again would be for nothing. */
    private static final int WRONG_SETTINGS = 2;

    private FunctionMain() {}

    public static void main(String[] args) {
        run(System.getenv(), ProtocolRules.ALL);
    }

    /**
     * Runs an instance with these settings. Returns when it serves.
     *
     * @param variables of the environment
     * @param rules all, but in tests that show that a rule is needed
     */
    public static void run(Map<String, String> variables, ProtocolRules rules) {
        // A connection on which no request arrives, or none that ends, is closed; its thread is free much earlier.
        System.setProperty("sun.net.httpserver.maxReqTime", "30");
        System.setProperty("jdk.httpserver.maxConnections", "1024");
        try {
            Map<String, String> environment = SettingsFiles.with(variables);
            Protocol.Serving serving = Protocol.of(environment).prepare(environment);
            Part part = part(environment, rules);
            FunctionServer server = serving.start().of(part.handler());
            Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(server, part.end(), serving.grace()), "stop"));
            if ("true".equals(environment.get(ParentWatch.VARIABLE))) {
                ParentWatch.endWith(System.in, LEAVING);
            }
        } catch (IllegalArgumentException | ArithmeticException e) {
            System.err.println("function instance: " + e.getMessage());
            System.exit(WRONG_SETTINGS);
        } catch (Exception e) {
            System.err.println("function instance: it cannot start: " + e);
            System.exit(1);
        }
    }

    /** What serves, and how it is ended. */
    private record Part(FunctionHandler handler, Runnable end) {}

    private static Part part(Map<String, String> environment, ProtocolRules rules) throws Exception {
        if (SettingsOfInit.isWanted(environment)) {
            SettingsOfInit later = new SettingsOfInit(environment, rules);
            return new Part(later, later::close);
        }
        NameNodeInstance instance = NameNodeInstance.prepare(FunctionConfig.of(environment), rules);
        NameNodeAction action = new NameNodeAction(instance);
        if ("true".equals(environment.get(Rehearsal.VARIABLE))) {
            Rehearsal.of(action);
        }
        return new Part(action, instance::close);
    }

    /**
     * Checks the settings of an instance without starting one.
     *
     * @throws IllegalArgumentException names a setting that is missing, unknown or malformed
     */
    public static void requireValid(Map<String, String> environment) {
        FunctionConfig unused = FunctionConfig.of(environment);
    }

    private static void stop(FunctionServer server, Runnable end, Duration grace) {
        if (grace.isZero()) {
            server.close();
            end.run();
            return;
        }
        server.drain(grace);
        server.close();
        end.run();
        // It has ended as it should, which its platform is to see: by itself Java says that a signal has ended it.
        Runtime.getRuntime().halt(0);
    }
}
