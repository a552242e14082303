package io.lambdafs.history;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;

/** How the clients of a history are set. */
enum ClientSetting {
    /** As users have them. */
    DEFAULT,

    /**
     * Clients send requests to a second instance early and without a bound. Every other process is in anti-thrashing
     * mode all the time: it asks the functions that are connected for whatever path.
     */
    STRAINED;

    /** The names for people. */
    static String names() {
        return Arrays.stream(values()).map(ClientSetting::word).collect(Collectors.joining(", "));
    }

    /** The name for people. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    void apply(Configuration configuration, int process) {
        if (this == STRAINED) {
            configuration.set("lambdafs.client.straggler.factor", "1.5");
            configuration.set("lambdafs.client.straggler.min-millis", "4");
            configuration.set("lambdafs.client.straggler.window", "10");
            configuration.set("lambdafs.client.straggler.max-share", "1");
            configuration.set("lambdafs.client.anti-thrashing", process % 2 == 1 ? "always" : "true");
        }
    }
}
