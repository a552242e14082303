package io.lambdafs.runtime;

import io.lambdafs.runtime.storetool.StoreTool;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.Stores;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Asks the store of a stack something, with the environment of an instance. Ends with 0; with 1 and a sentence if that is not
 * possible. SIGINT and SIGTERM end it with 0 after a whole line, because that is how a reader that follows is ended.
 */
public final class StoreToolMain {
    private static final long STOP_SECONDS = 5;

    private StoreToolMain() {}

    public static void main(String[] arguments) {
        PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
        StoreTool tool = new StoreTool(out, InstantSource.system());
        CountDownLatch ended = new CountDownLatch(1);
        Thread stop = new Thread(() -> stop(tool, ended), "stop");
        Runtime.getRuntime().addShutdownHook(stop);
        int status = run(tool, List.of(arguments), System.getenv());
        out.flush();
        ended.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(stop);
            System.exit(status);
        } catch (IllegalStateException stopping) {
            // The hook ends the process.
        }
    }

    private static void stop(StoreTool tool, CountDownLatch ended) {
        tool.stop();
        try {
            boolean whole = ended.await(STOP_SECONDS, TimeUnit.SECONDS);
            Runtime.getRuntime().halt(whole ? 0 : 1);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static int run(StoreTool tool, List<String> arguments, Map<String, String> environment) {
        try (MetadataStore store = Stores.open(FunctionConfig.of(environment).store())) {
            tool.run(arguments, store);
            return 0;
        } catch (StoreException | IllegalStateException | IllegalArgumentException e) {
            System.err.println("lambdafs: " + e.getMessage());
            return 1;
        }
    }
}
