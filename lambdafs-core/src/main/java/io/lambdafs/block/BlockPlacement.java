package io.lambdafs.block;

import static java.util.Objects.requireNonNull;

import io.lambdafs.storage.StorageType;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;

/**
 * Chooses the nodes and storages for replicas, by HDFS's default policy without racks. The favoured nodes come first,
 * then a node on the writer's machine, then the less loaded of two random ones. Each replica goes to another node, and
 * to a storage of a type that the file's storage policy asks for. Thread-safe if its random generator is.
 */
public final class BlockPlacement {
    private final RandomGenerator random;

    public BlockPlacement(RandomGenerator random) {
        this.random = requireNonNull(random, "random");
    }

    /** As many places as are wanted, or as many as there are. The writer's own machine, if it is chosen, comes first. */
    public List<PlacementTarget> choose(PlacementRequest request, LiveDataNodes live) {
        Choice choice = new Choice(request, live);
        Set<StorageType> unavailable = EnumSet.noneOf(StorageType.class);
        Set<StorageType> missing;
        do {
            missing = choice.take(request.types().toAdd(request.wanted(), choice.types(), unavailable));
        } while (choice.chosen.size() < request.wanted() && unavailable.addAll(missing));
        return List.copyOf(choice.chosen);
    }

    /** The choice for one request. */
    private final class Choice {
        private final PlacementRequest request;
        private final LiveDataNodes live;
        private final Set<DataNodeId> unusable;
        private final List<PlacementTarget> chosen = new ArrayList<>();

        Choice(PlacementRequest request, LiveDataNodes live) {
            this.request = request;
            this.live = live;
            unusable = new HashSet<>(request.unusable());
        }

        List<StorageType> types() {
            return chosen.stream().map(target -> target.storage().storageType()).toList();
        }

        /** Takes places on storages of these types; returns the types of which there were not enough. */
        Set<StorageType> take(List<StorageType> types) {
            Map<StorageType, Integer> wanted = new EnumMap<>(StorageType.class);
            types.forEach(type -> wanted.merge(type, 1, Integer::sum));
            for (String favoured : request.favoured()) {
                takeFrom(node -> isAt(node, favoured), wanted);
            }
            if (!request.writerHost().isEmpty()) {
                takeFrom(node -> node.registration().isOnHost(request.writerHost()), wanted);
            }
            boolean found = true;
            while (found && !wanted.isEmpty()) {
                found = takeFrom(node -> true, wanted);
            }
            return wanted.keySet();
        }

        private boolean takeFrom(Predicate<DataNodeDescriptor> filter, Map<StorageType, Integer> wanted) {
            List<PlacementTarget> candidates = new ArrayList<>();
            for (DataNodeDescriptor node : live.nodes()) {
                if (!unusable.contains(node.id()) && filter.test(node)) {
                    storage(node, wanted.keySet())
                            .ifPresent(storage -> candidates.add(new PlacementTarget(node, storage)));
                }
            }
            if (candidates.isEmpty()) {
                return false;
            }
            PlacementTarget taken = lessLoadedOfTwo(candidates);
            unusable.add(taken.node().id());
            chosen.add(taken);
            wanted.computeIfPresent(taken.storage().storageType(), (type, left) -> left == 1 ? null : left - 1);
            return true;
        }

        /** A storage with room: of the first type of which the node has one. */
        private Optional<StorageReport> storage(DataNodeDescriptor node, Set<StorageType> types) {
            for (StorageType type : types) {
                List<StorageReport> roomy = node.storages().stream()
                        .filter(storage -> !storage.failed()
                                && storage.storageType() == type
                                && storage.space().remaining() >= request.bytes())
                        .toList();
                if (!roomy.isEmpty()) {
                    return Optional.of(roomy.get(random.nextInt(roomy.size())));
                }
            }
            return Optional.empty();
        }
    }

    /* Two random choices keep the load even without everybody's running to the one node that looks idle. */
    private PlacementTarget lessLoadedOfTwo(List<PlacementTarget> candidates) {
        PlacementTarget one = candidates.get(random.nextInt(candidates.size()));
        PlacementTarget other = candidates.get(random.nextInt(candidates.size()));
        int difference =
                Integer.compare(one.node().activeTransfers(), other.node().activeTransfers());
        if (difference == 0) {
            difference = Long.compare(
                    other.storage().space().remaining(), one.storage().space().remaining());
        }
        return difference <= 0 ? one : other;
    }

    private static boolean isAt(DataNodeDescriptor node, String address) {
        DataNodeRegistration registration = node.registration();
        int colon = address.lastIndexOf(':');
        if (colon < 0) {
            return registration.isOnHost(address);
        }
        return registration.isOnHost(address.substring(0, colon))
                && address.substring(colon + 1)
                        .equals(Integer.toString(registration.ports().transfer()));
    }
}
