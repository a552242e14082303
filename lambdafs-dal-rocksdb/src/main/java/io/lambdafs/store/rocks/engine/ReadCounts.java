package io.lambdafs.store.rocks.engine;

import io.lambdafs.store.rocks.keyvalue.Bytes;
import java.util.LinkedHashMap;
import java.util.Map;

/** How often the rows were read that were read lately. */
final class ReadCounts {
    private static final int MOST_ROWS = 65_536;
    private static final float LOAD = 0.75f;

    private final Map<Bytes, Integer> counts = new LinkedHashMap<>(16, LOAD, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Bytes, Integer> eldest) {
            return size() > MOST_ROWS;
        }
    };

    void add(Bytes key) {
        counts.merge(key, 1, Integer::sum);
    }

    int of(Bytes key) {
        return counts.getOrDefault(key, 0);
    }
}
