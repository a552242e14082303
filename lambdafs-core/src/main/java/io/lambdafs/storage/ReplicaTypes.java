package io.lambdafs.storage;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * On which types of storages further replicas of a block belong.
 *
 * @param policy that applies to the block's file
 * @param present the types of the replicas that there are; none for a new block
 */
public record ReplicaTypes(StoragePolicy policy, List<StorageType> present) {
    /** For a new block where no policy was set. */
    public static final ReplicaTypes OF_NEW_BLOCK = ofNewBlock(StoragePolicies.HOT);

    public ReplicaTypes {
        requireNonNull(policy, "policy");
        present = List.copyOf(present);
    }

    public static ReplicaTypes ofNewBlock(StoragePolicy policy) {
        return new ReplicaTypes(policy, List.of());
    }

    /**
     * The types that are still to be chosen.
     *
     * @param wanted the number of replicas to be added
     * @param chosen the types of those that have been chosen already
     * @param unavailable the types that have no room
     */
    public List<StorageType> toAdd(int wanted, List<StorageType> chosen, Set<StorageType> unavailable) {
        List<StorageType> all = new ArrayList<>(present);
        all.addAll(chosen);
        List<StorageType> types = policy.typesToAdd(present.size() + wanted, all, unavailable, present.isEmpty());
        return types.subList(0, Math.min(types.size(), wanted - chosen.size()));
    }
}
