package io.lambdafs.benchmark.paper;

import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** A system that the paper compares, as this build provides it. */
enum Mode {
    LAMBDAFS("lambdafs", "λFS"),
    STATELESS("stateless", "HopsFS"),
    SERVERFUL_CACHE("serverful-cache", "HopsFS+Cache"),
    HTTP_ONLY("http-only", "InfiniCache"),
    COST_NORMALIZED("cost-normalized", "CN HopsFS+Cache"),
    REDUCED_CACHE("reduced-cache", "reduced-cache λFS"),
    HDFS("hdfs", "stock HDFS");

    /** NameNodes of a system that has a fixed number; the paper's HopsFS has fewer and larger ones than λFS. */
    static final int SERVERS = 2;

    private static final List<String> TCP_ALONE = List.of(
            "--conf", "lambdafs.client.scale-out-load=0", "--conf", "lambdafs.client.http-replacement-probability=0");
    private static final List<String> HTTP_ALONE = List.of("--conf", "lambdafs.client.tcp.enabled=false");

    private final String key;
    private final String paper;

    Mode(String key, String paper) {
        this.key = key;
        this.paper = paper;
    }

    /** The names of all. */
    static List<String> keys() {
        return Arrays.stream(values()).map(Mode::key).toList();
    }

    /** Its name in options and tables. */
    String key() {
        return key;
    }

    /** The system of the paper whose part it plays. */
    String paper() {
        return paper;
    }

    /** Whether it has a fixed number of NameNodes that cost as much when nobody calls. */
    boolean isServerful() {
        return this == STATELESS || this == SERVERFUL_CACHE || this == COST_NORMALIZED || this == HDFS;
    }

    /** CPU of one instance. */
    int cpuMillis(Setup setup) {
        return isServerful() ? setup.serverMillis(SERVERS) : setup.instanceMillis();
    }

    /** The options of {@code lambdafs start}. */
    List<String> startOptions(Setup setup) {
        String functions = Integer.toString(isServerful() ? SERVERS : setup.deployments());
        String most = Integer.toString(
                isServerful() ? 1 : this == HTTP_ONLY ? setup.instancesOfFunction() : setup.maxInstances());
        // A server's share is rounded down, so that all of them have room.
        return List.of(
                "--gateway",
                "off",
                "--mode",
                this == STATELESS ? "stateless" : "lambdafs",
                "--deployments",
                functions,
                "--max-instances",
                most,
                "--pool-cpu-millis",
                Integer.toString(Math.max(setup.poolMillis(), cpuMillis(setup) * Integer.parseInt(functions))));
    }

    /** Settings of its instances. */
    Map<String, String> functionSettings(long cacheBytes) {
        return this == REDUCED_CACHE ? Map.of("LAMBDAFS_CACHE_BYTES", Long.toString(cacheBytes)) : Map.of();
    }

    /** Options of {@code lambdafs-bench} for its clients. */
    List<String> clientOptions() {
        if (this == HTTP_ONLY) {
            return HTTP_ALONE;
        }
        return isServerful() && this != HDFS ? TCP_ALONE : List.of();
    }
}
