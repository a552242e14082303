package io.lambdafs.history;

import io.lambdafs.system.Await;
import io.lambdafs.system.Stack;
import io.lambdafs.testkit.history.FileOperation;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;

/**
 * Callers who all want the same function at once, by the platform, until each function has several instances. How many the
 * clients of a history make it start depends on how fast the machine is.
 */
final class ManyCallers {
    /** The platform has room for what they make it start, as for a history's clients. */
    private static final int CALLERS = 12;

    /** So many that each function has some of them. */
    private static final int DIRECTORIES = 64;

    private static final Duration BOUND = Duration.ofSeconds(90);

    private ManyCallers() {}

    /** Calls until each function of the system has so many instances. */
    static void callUntilEachHas(int wanted, Stack stack) throws Exception {
        LiveInstances instances = new LiveInstances(stack.dataDir());
        Configuration configuration = HdfsNamespace.configuration(stack.dataDir());
        configuration.set("lambdafs.client.tcp.enabled", "false");
        ExecutorService callers = Executors.newFixedThreadPool(CALLERS);
        try (HdfsNamespace namespace = HdfsNamespace.open(configuration, "")) {
            Await.until("each function has " + wanted + " instances", BOUND, () -> {
                // First of all, so that none of them is about to be stopped for want of calls.
                Callable<Void> caller = () -> callAll(namespace);
                callers.invokeAll(Collections.nCopies(CALLERS, caller), BOUND.toSeconds(), TimeUnit.SECONDS);
                return has(wanted, instances.living(), stack.deployments());
            });
        } finally {
            callers.shutdownNow();
        }
    }

    private static boolean has(int wanted, Map<String, Integer> living, int functions) {
        return living.values().stream().filter(count -> count >= wanted).count() == functions;
    }

    /** None of these files exist; the directory decides which function is asked. */
    private static Void callAll(HdfsNamespace namespace) {
        for (int i = 0; i < DIRECTORIES; i++) {
            namespace.execute(new FileOperation.Stat("/callers-" + i + "/file"));
        }
        return null;
    }
}
