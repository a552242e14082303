package io.lambdafs.store.volume;

import java.util.List;
import java.util.Map;

/**
 * Where a transaction begins.
 *
 * @param timestamp the moment at which it reads: the number of the last commit that is visible
 * @param isKnown whether all that has changed is in the other parts; otherwise all that is cached must be forgotten
 * @param changed what has changed since the cache's last update
 * @param values what some of the changed items hold at the timestamp
 */
public record Begun(long timestamp, boolean isKnown, List<Item> changed, Map<Item, Version> values) {
    public Begun {
        changed = List.copyOf(changed);
        values = Map.copyOf(values);
    }
}
