package io.lambdafs.benchmark.harness.workload;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** Paths that a client has made, oldest first. Each call takes the same short time, however many there are. For one thread. */
final class PathPool {
    private final List<String> paths = new ArrayList<>();
    private final Map<String, Integer> positions = new HashMap<>();

    void add(String path) {
        if (positions.putIfAbsent(path, paths.size()) == null) {
            paths.add(path);
        }
    }

    Optional<String> any(RandomGenerator random) {
        return paths.isEmpty() ? Optional.empty() : Optional.of(paths.get(random.nextInt(paths.size())));
    }

    Optional<String> newest() {
        return paths.isEmpty() ? Optional.empty() : Optional.of(paths.get(paths.size() - 1));
    }

    void replace(String from, String to) {
        Integer at = positions.remove(from);
        if (at != null) {
            paths.set(at, to);
            positions.put(to, at);
        }
    }

    /** Removes a path; if it is not the newest, the newest takes its place. */
    void remove(String path) {
        Integer at = positions.remove(path);
        if (at == null) {
            return;
        }
        String last = paths.remove(paths.size() - 1);
        if (!last.equals(path)) {
            paths.set(at, last);
            positions.put(last, at);
        }
    }
}
