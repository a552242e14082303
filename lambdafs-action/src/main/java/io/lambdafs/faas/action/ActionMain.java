package io.lambdafs.faas.action;

import io.lambdafs.container.ParentWatch;
import io.lambdafs.openwhisk.action.ActionServer;
import io.lambdafs.openwhisk.action.ActionServerConfig;
import io.lambdafs.store.StoreConfig;
import io.lambdafs.store.Stores;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;

/** A container of functions that have a volume: one process, one function, until the platform ends it. */
public final class ActionMain {
    private static final Duration LEAVING = Duration.ofSeconds(2);
    private static final int WRONG_SETTINGS = 2;
    private static final int CONNECTIONS = 2;
    private static final int GRACE_SECONDS = 2;

    /** A function's code comes in one message; OpenWhisk allows twice as much. */
    private static final int MOST_MESSAGE_BYTES = 24 << 20;

    private ActionMain() {}

    public static void main(String[] args) {
        System.setProperty("sun.net.httpserver.maxReqTime", "30");
        Map<String, String> environment = System.getenv();
        try {
            StoreConfig store = store(environment);
            VolumeAction action =
                    new VolumeAction(() -> Stores.open(store), environment, System.out, InstantSource.system());
            ActionServer server = serve(ActionServerConfig.fromEnvironment(environment), action);
            Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(server, action), "stop"));
            if ("true".equals(environment.get(ParentWatch.VARIABLE))) {
                ParentWatch.endWith(System.in, LEAVING);
            }
        } catch (IllegalArgumentException e) {
            System.err.println("function instance: " + e.getMessage());
            System.exit(WRONG_SETTINGS);
        } catch (IOException e) {
            System.err.println("function instance: it cannot start: " + e);
            System.exit(1);
        }
    }

    /** Starts to serve an action, with messages as large as a function's are. */
    public static ActionServer serve(ActionServerConfig config, VolumeAction action) throws IOException {
        return ActionServer.start(
                config.withMessages(MOST_MESSAGE_BYTES, GuestMessages.MOST_VALUES), action, System.out, System.err);
    }

    private static StoreConfig store(Map<String, String> environment) {
        String url = environment.getOrDefault("LAMBDAFS_STORE_URL", "");
        if (url.isEmpty()) {
            throw new IllegalArgumentException("LAMBDAFS_STORE_URL is not set");
        }
        return new StoreConfig(
                url,
                environment.getOrDefault("LAMBDAFS_STORE_USER", ""),
                environment.getOrDefault("LAMBDAFS_STORE_PASSWORD", ""),
                CONNECTIONS,
                StoreConfig.Bounds.defaults());
    }

    private static void stop(ActionServer server, VolumeAction action) {
        server.close(GRACE_SECONDS);
        try {
            action.close();
        } catch (IOException e) {
            System.err.println("function instance: its files are not removed: " + e);
        }
    }
}
