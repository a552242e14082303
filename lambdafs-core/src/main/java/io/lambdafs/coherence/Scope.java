package io.lambdafs.coherence;

import io.lambdafs.fs.FsPath;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What an INV covers.
 *
 * @param paths inodes that appear, go or change; each with its name's place in the listing of its directory
 * @param prefixes directories whose resolution changes: they and all that is below them
 */
public record Scope(Set<FsPath> paths, Set<FsPath> prefixes) {
    public static final Scope NOTHING = new Scope(Set.of(), Set.of());

    public Scope {
        paths = Set.copyOf(paths);
        prefixes = Set.copyOf(prefixes);
    }

    public static Scope ofPaths(FsPath... paths) {
        return new Scope(Set.of(paths), Set.of());
    }

    public static Scope ofPrefixes(FsPath... prefixes) {
        return new Scope(Set.of(), Set.of(prefixes));
    }

    public boolean isEmpty() {
        return paths.isEmpty() && prefixes.isEmpty();
    }

    /** Whether members acknowledge it only once their own writes below have ended. */
    public boolean isSubtree() {
        return !prefixes.isEmpty();
    }

    /** Whether what is cached of this path may change. A directory is covered by itself, not by an entry that changes in it. */
    public boolean covers(FsPath path) {
        return paths.contains(path) || coversBelow(path);
    }

    /** Whether the path is one of the prefixes or lies below one, by path components. */
    public boolean coversBelow(FsPath path) {
        for (FsPath prefix : prefixes) {
            if (path.startsWith(prefix)) {
                return true;
            }
        }
        return false;
    }

    /** Whether the listing of this directory may change: its names, or what they stand for. */
    public boolean coversListing(FsPath directory) {
        if (coversBelow(directory)) {
            return true;
        }
        for (FsPath path : paths) {
            if (!path.isRoot() && path.depth() == directory.depth() + 1 && path.startsWith(directory)) {
                return true;
            }
        }
        for (FsPath prefix : prefixes) {
            if (prefix.depth() == directory.depth() + 1 && prefix.startsWith(directory)) {
                return true;
            }
        }
        return false;
    }

    /** Whether what a read of this path sees may change: a row on the way to it, its own, its listing. */
    public boolean disturbs(FsPath path) {
        return coversListing(path) || paths.stream().anyMatch(path::startsWith);
    }

    /** What is covered by this one or by the other. */
    public Scope and(Scope other) {
        Set<FsPath> allPaths = new HashSet<>(paths);
        allPaths.addAll(other.paths);
        Set<FsPath> allPrefixes = new HashSet<>(prefixes);
        allPrefixes.addAll(other.prefixes);
        return new Scope(allPaths, allPrefixes);
    }

    /** What is left of this one when the other is covered already. */
    public Scope without(Scope other) {
        List<FsPath> remainingPaths =
                paths.stream().filter(path -> !other.covers(path)).toList();
        List<FsPath> remainingPrefixes =
                prefixes.stream().filter(prefix -> !other.coversBelow(prefix)).toList();
        return new Scope(Set.copyOf(remainingPaths), Set.copyOf(remainingPrefixes));
    }
}
