package io.lambdafs.coherence;

import io.lambdafs.fs.FsPath;
import io.lambdafs.wire.PartitionFunction;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Which deployments may cache what a scope covers. Of a path, it is the one that owns the path. Of a directory that
 * changes or a prefix, it is every one, for the directory is on the way to something that it owns.
 */
final class Targets {
    private final PartitionFunction partition;

    Targets(PartitionFunction partition) {
        this.partition = partition;
    }

    /** What the members of each deployment must be told; nothing for those that it does not concern. */
    Map<Integer, Scope> split(Scope scope) {
        Map<Integer, Set<FsPath>> paths = new HashMap<>();
        for (FsPath path : scope.paths()) {
            paths.computeIfAbsent(partition.ownerOf(path.toString()), owner -> new HashSet<>())
                    .add(path);
        }
        Map<Integer, Scope> scopes = new HashMap<>();
        if (scope.changesResolution()) {
            for (int deployment = 0; deployment < partition.deployments(); deployment++) {
                Set<FsPath> owned = paths.getOrDefault(deployment, Set.of());
                scopes.put(deployment, new Scope(owned, scope.directories(), scope.prefixes()));
            }
        } else {
            paths.forEach((deployment, owned) -> scopes.put(deployment, new Scope(owned, Set.of())));
        }
        return scopes;
    }
}
