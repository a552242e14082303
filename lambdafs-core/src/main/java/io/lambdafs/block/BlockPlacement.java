package io.lambdafs.block;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;

/**
 * Chooses where replicas go, by HDFS's default policy without racks: the favoured nodes first, then a node on the
 * writer's machine, then the less loaded of two random ones, each on another node. Thread-safe if its random generator
 * is.
 */
public final class BlockPlacement {
    private final RandomGenerator random;

    public BlockPlacement(RandomGenerator random) {
        this.random = requireNonNull(random, "random");
    }

    /** As many places as are wanted, or as many as there are. The writer's own machine, if it is chosen, comes first. */
    public List<PlacementTarget> choose(PlacementRequest request, LiveDataNodes live) {
        List<PlacementTarget> usable = usable(request, live);
        List<PlacementTarget> chosen = new ArrayList<>();
        for (String favoured : request.favoured()) {
            takeFrom(usable, target -> isAt(target, favoured), request, chosen);
        }
        if (!request.writerHost().isEmpty()) {
            takeFrom(usable, target -> isOnHost(target, request.writerHost()), request, chosen);
        }
        while (chosen.size() < request.wanted() && !usable.isEmpty()) {
            takeFrom(usable, target -> true, request, chosen);
        }
        return List.copyOf(chosen);
    }

    private List<PlacementTarget> usable(PlacementRequest request, LiveDataNodes live) {
        List<PlacementTarget> usable = new ArrayList<>();
        for (DataNodeDescriptor node : live.nodes()) {
            if (!request.unusable().contains(node.id())) {
                storageWithSpace(node, request.bytes())
                        .ifPresent(storage -> usable.add(new PlacementTarget(node, storage)));
            }
        }
        return usable;
    }

    private Optional<StorageReport> storageWithSpace(DataNodeDescriptor node, long bytes) {
        List<StorageReport> roomy = node.storages().stream()
                .filter(storage ->
                        !storage.failed() && storage.space().remaining() >= bytes && isForReplicas(storage.type()))
                .toList();
        return roomy.isEmpty() ? Optional.empty() : Optional.of(roomy.get(random.nextInt(roomy.size())));
    }

    /* The others are for policies that a file must ask for: memory loses its content, provided storage is read only. */
    private static boolean isForReplicas(String storageType) {
        return !storageType.equals("RAM_DISK") && !storageType.equals("PROVIDED");
    }

    private void takeFrom(
            List<PlacementTarget> usable,
            Predicate<PlacementTarget> filter,
            PlacementRequest request,
            List<PlacementTarget> chosen) {
        List<PlacementTarget> candidates = usable.stream().filter(filter).toList();
        if (candidates.isEmpty() || chosen.size() >= request.wanted()) {
            return;
        }
        PlacementTarget taken = lessLoadedOfTwo(candidates);
        usable.remove(taken);
        chosen.add(taken);
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

    private static boolean isOnHost(PlacementTarget target, String host) {
        return target.node().registration().isOnHost(host);
    }

    private static boolean isAt(PlacementTarget target, String address) {
        DataNodeRegistration registration = target.node().registration();
        int colon = address.lastIndexOf(':');
        if (colon < 0) {
            return registration.isOnHost(address);
        }
        return registration.isOnHost(address.substring(0, colon))
                && address.substring(colon + 1)
                        .equals(Integer.toString(registration.ports().transfer()));
    }
}
