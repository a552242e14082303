package io.lambdafs.storage;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * On which types of storages the replicas of a file belong, as HDFS's {@code BlockStoragePolicy}.
 *
 * @param number HDFS's number, 1 to 15; 0 for one that cannot be set
 * @param types of the first replica, the second and so on; the last one is that of all further replicas
 * @param creationFallbacks what a new block may use instead of a type that has no room
 * @param replicationFallbacks what a further replica of a block may use instead
 * @param fixedAtCreation whether a file gets the policy when it is made, for good
 */
public record StoragePolicy(
        int number,
        String name,
        List<StorageType> types,
        List<StorageType> creationFallbacks,
        List<StorageType> replicationFallbacks,
        boolean fixedAtCreation) {
    public StoragePolicy {
        requireNonNull(name, "name");
        types = List.copyOf(types);
        creationFallbacks = List.copyOf(creationFallbacks);
        replicationFallbacks = List.copyOf(replicationFallbacks);
        if (types.isEmpty()) {
            throw new IllegalArgumentException("the policy " + name + " is about no type");
        }
    }

    /** A policy of nobody's: replicas on this type and no other. */
    public static StoragePolicy only(StorageType type) {
        return new StoragePolicy(0, "only " + type, List.of(type), List.of(), List.of(), false);
    }

    /** The types of so many replicas, without those that lose their content. */
    public List<StorageType> typesOf(int replicas) {
        List<StorageType> wanted = new ArrayList<>();
        for (StorageType type : types) {
            if (wanted.size() < replicas && !type.isTransient()) {
                wanted.add(type);
            }
        }
        StorageType last = types.get(types.size() - 1);
        while (wanted.size() < replicas && !last.isTransient()) {
            wanted.add(last);
        }
        return wanted;
    }

    /**
     * The types that are still to be chosen so that there are so many replicas; fewer if a type without room has no fallback.
     *
     * @param chosen the types of the replicas that there are
     * @param unavailable the types that have no room
     * @param newBlock whether the block is new, so that the fallbacks of its creation apply
     */
    public List<StorageType> typesToAdd(
            int replicas, List<StorageType> chosen, Set<StorageType> unavailable, boolean newBlock) {
        List<StorageType> missing = typesOf(replicas);
        List<StorageType> excess = takeOut(missing, chosen);
        for (int index = missing.size() - 1; index >= 0; index--) {
            if (unavailable.contains(missing.get(index))) {
                Optional<StorageType> fallback = fallback(unavailable, newBlock);
                if (fallback.isPresent()) {
                    missing.set(index, fallback.get());
                } else {
                    missing.remove(index);
                }
            }
        }
        takeOut(missing, excess);
        return missing;
    }

    /** The types on which there are too few of the replicas, if there are to be so many. */
    public List<StorageType> lacking(int replicas, List<StorageType> present) {
        List<StorageType> types = typesOf(replicas);
        takeOut(types, present);
        return types;
    }

    /** The types among those of the replicas that are too many or do not belong, if there are to be so many replicas. */
    public List<StorageType> excess(int replicas, List<StorageType> present) {
        return takeOut(typesOf(replicas), present);
    }

    private Optional<StorageType> fallback(Set<StorageType> unavailable, boolean newBlock) {
        return (newBlock ? creationFallbacks : replicationFallbacks)
                .stream().filter(type -> !unavailable.contains(type)).findFirst();
    }

    /** Removes these from the list, each once; returns those that were not in it. */
    private static List<StorageType> takeOut(List<StorageType> from, List<StorageType> these) {
        List<StorageType> surplus = new ArrayList<>();
        for (StorageType type : these) {
            if (!from.remove(type)) {
                surplus.add(type);
            }
        }
        return surplus;
    }

    /** As HDFS writes it into its messages. */
    @Override
    public String toString() {
        return "BlockStoragePolicy{" + name + ":" + number + ", storageTypes=" + types + ", creationFallbacks="
                + creationFallbacks + ", replicationFallbacks=" + replicationFallbacks + "}";
    }
}
