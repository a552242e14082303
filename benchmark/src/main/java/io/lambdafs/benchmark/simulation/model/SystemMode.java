package io.lambdafs.benchmark.simulation.model;

/** A metadata service that is simulated. */
public enum SystemMode {
    /** λFS: functions with caches, as many as the load needs. */
    LAMBDAFS("lambdafs", true, true),
    /** HopsFS: a fixed number of NameNodes that keep nothing and ask the store for everything. */
    STATELESS("stateless", false, false),
    /** HopsFS+Cache: a fixed number of NameNodes with caches, each with its part of the directories. */
    SERVERFUL_CACHE("serverful-cache", true, false);

    private final String key;
    private final boolean cached;
    private final boolean elastic;

    SystemMode(String key, boolean cached, boolean elastic) {
        this.key = key;
        this.cached = cached;
        this.elastic = elastic;
    }

    public String key() {
        return key;
    }

    /** Whether its NameNodes answer reads from a cache. */
    public boolean isCached() {
        return cached;
    }

    /** Whether a platform decides how many NameNodes there are. */
    public boolean isElastic() {
        return elastic;
    }
}
