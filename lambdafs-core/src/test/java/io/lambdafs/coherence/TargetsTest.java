package io.lambdafs.coherence;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.fs.FsPath;
import io.lambdafs.wire.PartitionFunction;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * A deployment that may cache what a scope covers is told of it, for the scopes of all kinds of changes and every number of
 * deployments. That the operations make these scopes is shown where they are, by InvalidationTest.
 */
final class TargetsTest {
    private static final int MAX_DEPLOYMENTS = 16;
    private static final int PATHS = 400;

    private final Random random = new Random(42);

    /** What an operation changes: of whom a cache may hold what it changes, and the scope that it has forgotten. */
    private record Change(String what, Set<FsPath> owned, Set<FsPath> listings, Set<FsPath> resolutions, Scope scope) {}

    @Test
    void everyDeploymentThatMayCacheAChange_isToldOfIt() {
        for (int deployments = 1; deployments <= MAX_DEPLOYMENTS; deployments++) {
            PartitionFunction partition = new PartitionFunction(deployments);
            for (int i = 0; i < PATHS; i++) {
                for (Change change : changes(randomPath(), randomPath())) {
                    check(change, partition);
                }
            }
        }
    }

    private static void check(Change change, PartitionFunction partition) {
        Map<Integer, Scope> told = new Targets(partition).split(change.scope());
        String what = change.what() + " with " + partition.deployments() + " deployments";
        for (FsPath path : change.owned()) {
            Scope scope = told.getOrDefault(partition.ownerOf(path.toString()), Scope.NOTHING);
            assertThat(scope.covers(path)).as(what + ": attributes of " + path).isTrue();
        }
        for (FsPath directory : change.listings()) {
            Scope scope = told.getOrDefault(partition.ownerOfChildrenOf(directory.toString()), Scope.NOTHING);
            assertThat(scope.coversListing(directory))
                    .as(what + ": listing of " + directory)
                    .isTrue();
        }
        for (FsPath directory : change.resolutions()) {
            assertThat(IntStream.range(0, partition.deployments()))
                    .as(what + ": the way through " + directory)
                    .allMatch(deployment ->
                            told.getOrDefault(deployment, Scope.NOTHING).coversResolution(directory));
        }
    }

    /** What operations make of what they change; the parent's times are in it as if its row were marked. */
    private static Set<Change> changes(FsPath path, FsPath other) {
        FsPath parent = path.parent();
        FsPath otherParent = other.parent();
        Set<FsPath> both = union(path, other);
        Set<FsPath> parents = union(parent, otherParent);
        Scope entry = Scope.ofPaths(union(path, parent).toArray(FsPath[]::new));
        Set<FsPath> entryAndParent = union(path, parent);
        Set<FsPath> twoEntries = new HashSet<>(both);
        twoEntries.addAll(parents);
        Scope renamedDirectory = new Scope(union(other, parent), Set.of(path)).and(Scope.ofPaths(otherParent));
        return Set.of(
                new Change("create, delete or close a file", entryAndParent, Set.of(parent), Set.of(), entry),
                new Change("make a directory", entryAndParent, Set.of(parent), Set.of(), entry),
                new Change("change a file", Set.of(path), Set.of(parent), Set.of(), Scope.ofPaths(path)),
                new Change("times of a directory", Set.of(path), Set.of(), Set.of(), Scope.ofPaths(path)),
                new Change(
                        "permission of a directory",
                        Set.of(path),
                        Set.of(parent),
                        Set.of(path),
                        Scope.ofDirectories(path)),
                new Change(
                        "delete a directory",
                        entryAndParent,
                        Set.of(parent, path),
                        Set.of(path),
                        new Scope(Set.of(parent), Set.of(path))),
                new Change("rename a file", twoEntries, parents, Set.of(), new Scope(twoEntries, Set.of())),
                new Change("rename a directory", twoEntries, parents, Set.of(path), renamedDirectory));
    }

    private static Set<FsPath> union(FsPath one, FsPath other) {
        Set<FsPath> both = new HashSet<>();
        both.add(one);
        both.add(other);
        return both;
    }

    private FsPath randomPath() {
        StringBuilder path = new StringBuilder();
        int depth = 1 + random.nextInt(5);
        for (int i = 0; i < depth; i++) {
            path.append('/').append((char) ('a' + random.nextInt(4))).append(random.nextInt(3));
        }
        return FsPath.parse(path.toString());
    }
}
