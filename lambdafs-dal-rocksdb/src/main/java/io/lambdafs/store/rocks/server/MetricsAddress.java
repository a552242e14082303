package io.lambdafs.store.rocks.server;

import java.util.Arrays;
import java.util.List;

/**
 * Where metrics are to be served.
 *
 * @param host an address of this machine
 * @param ports of which the first that is free is taken; 0 is any
 */
record MetricsAddress(String host, List<Integer> ports) {
    private static final int HIGHEST_PORT = 65_535;

    MetricsAddress {
        ports = List.copyOf(ports);
    }

    /** Reads {@code HOST:PORT[,PORT…]}; throws IllegalArgumentException with a sentence that says what is wrong. */
    static MetricsAddress parse(String option, String text) {
        int colon = text.lastIndexOf(':');
        String ports = text.substring(colon + 1);
        if (colon <= 0 || !ports.matches("\\d{1,5}(,\\d{1,5})*")) {
            throw new IllegalArgumentException(option + " must be HOST:PORT[,PORT…], not " + text);
        }
        List<Integer> numbers =
                Arrays.stream(ports.split(",", -1)).map(Integer::valueOf).toList();
        if (numbers.stream().anyMatch(port -> port > HIGHEST_PORT)) {
            throw new IllegalArgumentException(option + " has a port above " + HIGHEST_PORT + ": " + text);
        }
        return new MetricsAddress(text.substring(0, colon), numbers);
    }
}
