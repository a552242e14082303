package io.lambdafs.namenode.cache;

import io.lambdafs.block.StorageId;
import io.lambdafs.fs.Attributes;
import java.util.HashMap;
import java.util.Map;

/**
 * The values that many entries have in common, each kept once. Bounded: what comes after the bound is not shared.
 *
 * <p>Used under the cache's lock.
 */
final class Interning {
    private static final int MAX_PRINCIPALS = 8192;
    private static final int MAX_STORAGES = 65_536;

    /** The most bytes of features that entries share and are not charged for. */
    private static final int MAX_FEATURES = 8 << 20;

    private final Map<Principal, Principal> principals = new HashMap<>();
    private final Map<StorageId, StorageId> storages = new HashMap<>();
    private int features;

    Principal principal(Attributes attributes) {
        Principal wanted = Principal.of(attributes, true);
        Principal known = principals.get(wanted);
        if (known != null) {
            return known;
        }
        int bytes = Costs.features(attributes.features());
        // Each encrypted file has a key of its own: nobody would share it.
        if (!attributes.features().encryption().isNone()
                || principals.size() >= MAX_PRINCIPALS
                || bytes > MAX_FEATURES - features) {
            return Principal.of(attributes, false);
        }
        features += bytes;
        principals.put(wanted, wanted);
        return wanted;
    }

    StorageId storage(StorageId id) {
        StorageId known = storages.get(id);
        if (known == null && storages.size() < MAX_STORAGES) {
            storages.put(id, id);
        }
        return known == null ? id : known;
    }

    void clear() {
        principals.clear();
        features = 0;
        storages.clear();
    }
}
