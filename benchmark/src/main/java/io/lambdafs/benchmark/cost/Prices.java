package io.lambdafs.benchmark.cost;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;

/**
 * The prices of a file, in US dollars. The file that comes with the program has those of the λFS paper (section 5.2.5).
 *
 * @param gbSecond a function instance for a second, for each GB of 1024 MB
 * @param functionMillion a million calls of functions
 * @param mbPerCore the memory with which a platform gives an instance a core
 * @param serverCoreHour a virtual core of a server for an hour
 * @param storeCoreHour a core of the store for an hour
 * @param platformCoreHour a core of platform and coordinator for an hour
 * @param gatewayMillion a million calls of a gateway for HTTP
 */
public record Prices(
        double gbSecond,
        double functionMillion,
        double mbPerCore,
        double serverCoreHour,
        double storeCoreHour,
        double platformCoreHour,
        double gatewayMillion) {
    private static final String OWN = "prices.properties";
    private static final double MB_PER_GB = 1_024;
    private static final double MILLIS = 1_000;
    private static final double MILLION = 1e6;
    private static final double SECONDS_PER_HOUR = 3_600;

    /** The prices that come with the program. */
    public static Prices paper() throws IOException {
        try (InputStream in = Prices.class.getResourceAsStream(OWN)) {
            if (in == null) {
                throw new IOException(OWN + " is missing in the program: build it again");
            }
            return read(in, OWN);
        }
    }

    /**
     * The prices of a user's file.
     *
     * @throws IllegalArgumentException with a sentence for people, if one is missing or is no price
     */
    public static Prices read(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return read(in, file.toString());
        }
    }

    private static Prices read(InputStream in, String name) throws IOException {
        Properties values = new Properties();
        values.load(new InputStreamReader(in, StandardCharsets.UTF_8));
        return new Prices(
                price(values, name, "function.usd-per-gb-second"),
                price(values, name, "function.usd-per-million-requests"),
                price(values, name, "function.mb-per-core"),
                price(values, name, "server.usd-per-core-hour"),
                price(values, name, "store.usd-per-core-hour"),
                price(values, name, "platform.usd-per-core-hour"),
                price(values, name, "gateway.usd-per-million-requests"));
    }

    private static double price(Properties values, String name, String key) {
        String text = values.getProperty(key, "").strip();
        double price;
        try {
            price = Double.parseDouble(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    name + ": " + key + " is '" + text + "': write a number, such as 0.05", e);
        }
        if (!(price >= 0) || Double.isInfinite(price)) {
            throw new IllegalArgumentException(name + ": " + key + " is " + text + ": a price is 0 or more");
        }
        return price;
    }

    /** What a run costs. */
    public Bill bill(Usage usage) {
        double instance = Math.max(usage.memoryMb(), usage.cpuMillis() / MILLIS * mbPerCore) / MB_PER_GB * gbSecond;
        return new Bill(
                usage.busySeconds() * instance + usage.httpCalls() / MILLION * functionMillion,
                usage.presentSeconds() * instance,
                usage.seconds() * serverPerSecond(usage.serverMillis()),
                usage.storeCpuSeconds() / SECONDS_PER_HOUR * storeCoreHour,
                usage.platformCpuSeconds() / SECONDS_PER_HOUR * platformCoreHour,
                usage.httpCalls() / MILLION * gatewayMillion);
    }

    /** Dollars for so many thousandths of a server's core in a second. */
    public double serverPerSecond(int millis) {
        return millis / MILLIS * serverCoreHour / SECONDS_PER_HOUR;
    }

    /** How many thousandths of a server's core cost so many dollars a second. */
    public int serverMillisFor(double perSecond) {
        return (int) Math.round(perSecond / serverPerSecond(1));
    }
}
