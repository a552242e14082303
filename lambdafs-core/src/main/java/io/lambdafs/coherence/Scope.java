package io.lambdafs.coherence;

import io.lambdafs.fs.FsPath;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * What an INV covers.
 *
 * @param paths inodes that appear, go or change; each with its name's place in the listing of its directory
 * @param directories directories whose owner, group or permission changes, and that stay where they are: their own entries, and
 *     not what is below them
 * @param prefixes directories that go or move: they and all that is below them
 */
public record Scope(Set<FsPath> paths, Set<FsPath> directories, Set<FsPath> prefixes) {
    public static final Scope NOTHING = new Scope(Set.of(), Set.of());

    public Scope {
        paths = Set.copyOf(paths);
        directories = Set.copyOf(directories);
        prefixes = Set.copyOf(prefixes);
    }

    /** Without directories that stay. */
    public Scope(Set<FsPath> paths, Set<FsPath> prefixes) {
        this(paths, Set.of(), prefixes);
    }

    public static Scope ofPaths(FsPath... paths) {
        return new Scope(Set.of(paths), Set.of());
    }

    public static Scope ofDirectories(FsPath... directories) {
        return new Scope(Set.of(), Set.of(directories), Set.of());
    }

    public static Scope ofPrefixes(FsPath... prefixes) {
        return new Scope(Set.of(), Set.of(prefixes));
    }

    public boolean isEmpty() {
        return paths.isEmpty() && !changesResolution();
    }

    /** Whether members acknowledge it only once their own writes below have ended. */
    public boolean isSubtree() {
        return !prefixes.isEmpty();
    }

    /**
     * Whether it changes what paths below are resolved by: every deployment may cache that, and writes below may depend on it.
     */
    public boolean changesResolution() {
        return isSubtree() || !directories.isEmpty();
    }

    /** Whether what is cached of this path may change. A directory is covered by itself, not by an entry that changes in it. */
    public boolean covers(FsPath path) {
        return paths.contains(path) || coversResolution(path);
    }

    /** Whether what resolving a path through this directory needs may change: of itself, and not of one above that stays. */
    public boolean coversResolution(FsPath directory) {
        return directories.contains(directory) || coversBelow(directory);
    }

    /** Whether the path is one of the prefixes or lies below one, by path components. */
    public boolean coversBelow(FsPath path) {
        return any(prefixes, path::startsWith);
    }

    /** Whether the path lies below one of the directories that stay. */
    public boolean isOnTheWayTo(FsPath path) {
        return any(directories, directory -> directory.depth() < path.depth() && path.startsWith(directory));
    }

    /** Whether the listing of this directory may change: its names, or what they stand for. */
    public boolean coversListing(FsPath directory) {
        return coversBelow(directory)
                || any(paths, path -> isEntry(path, directory))
                || any(directories, path -> isEntry(path, directory))
                || any(prefixes, path -> isEntry(path, directory));
    }

    private static boolean isEntry(FsPath path, FsPath directory) {
        return !path.isRoot() && path.depth() == directory.depth() + 1 && path.startsWith(directory);
    }

    /** Whether what a read of this path sees may change: a row on the way to it, its own, its listing. */
    public boolean disturbs(FsPath path) {
        return coversListing(path) || any(paths, path::startsWith) || any(directories, path::startsWith);
    }

    private static boolean any(Set<FsPath> paths, Predicate<FsPath> condition) {
        for (FsPath path : paths) {
            if (condition.test(path)) {
                return true;
            }
        }
        return false;
    }

    /** What is covered by this one or by the other. */
    public Scope and(Scope other) {
        return new Scope(
                union(paths, other.paths), union(directories, other.directories), union(prefixes, other.prefixes));
    }

    private static Set<FsPath> union(Set<FsPath> some, Set<FsPath> others) {
        Set<FsPath> all = new HashSet<>(some);
        all.addAll(others);
        return all;
    }

    /** What is left of this one when the other is covered already. */
    public Scope without(Scope other) {
        if (other.isEmpty()) {
            return this;
        }
        return new Scope(
                remaining(paths, other::covers),
                remaining(directories, other::coversResolution),
                remaining(prefixes, other::coversBelow));
    }

    private static Set<FsPath> remaining(Set<FsPath> paths, Predicate<FsPath> covered) {
        return paths.stream().filter(covered.negate()).collect(Collectors.toSet());
    }

    /** The same text for equal scopes, in every process: an immutable set's own text has an order of its JVM's. */
    @Override
    public String toString() {
        return "Scope[paths=" + sorted(paths) + ", directories=" + sorted(directories) + ", prefixes="
                + sorted(prefixes) + "]";
    }

    private static List<String> sorted(Set<FsPath> paths) {
        return paths.stream().map(FsPath::toString).sorted().toList();
    }
}
