package io.lambdafs.benchmark;

/** A kind of process whose CPU time is reported on its own. */
enum ProcessKind {
    CLIENT("client"),
    INSTANCES("instances"),
    PLATFORM("platform"),
    STORE("store"),
    ZOOKEEPER("zookeeper");

    private final String title;

    ProcessKind(String title) {
        this.title = title;
    }

    String title() {
        return title;
    }
}
