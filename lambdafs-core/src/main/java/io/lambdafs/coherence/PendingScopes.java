package io.lambdafs.coherence;

import io.lambdafs.fs.FsPath;
import io.lambdafs.store.WriterId;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The scopes nothing of which may be cached for now, with look-ups whose cost grows with the depth of a path and not with
 * their number. Implements {@link CoherenceRule#PREFIX_BY_COMPONENT}.
 */
final class PendingScopes {
    private final boolean prefixesByComponent;
    private final Map<RoundId, Scope> scopes = new HashMap<>();
    private final Map<FsPath, Integer> paths = new HashMap<>();
    private final Map<FsPath, Integer> listings = new HashMap<>();
    private final Map<FsPath, Set<RoundId>> prefixes = new HashMap<>();
    private final Map<FsPath, Set<RoundId>> directories = new HashMap<>();

    PendingScopes(ProtocolRules rules) {
        prefixesByComponent = rules.keeps(CoherenceRule.PREFIX_BY_COMPONENT);
    }

    /** Adds a round's scope; tells whether it was not there. */
    boolean add(RoundId round, Scope scope) {
        if (scopes.putIfAbsent(round, scope) != null) {
            return false;
        }
        scope.paths().forEach(path -> {
            paths.merge(path, 1, Integer::sum);
            listings.merge(path.parent(), 1, Integer::sum);
        });
        scope.directories().forEach(directory -> add(directories, directory, round));
        scope.prefixes().forEach(prefix -> add(prefixes, prefix, round));
        return true;
    }

    private void add(Map<FsPath, Set<RoundId>> rounds, FsPath path, RoundId round) {
        rounds.computeIfAbsent(path, none -> new TreeSet<>(RoundId.ORDER)).add(round);
        listings.merge(path.parent(), 1, Integer::sum);
    }

    /** Removes a round's scope, if it is there. */
    void remove(RoundId round) {
        Scope scope = scopes.remove(round);
        if (scope == null) {
            return;
        }
        scope.paths().forEach(path -> {
            decrement(paths, path);
            decrement(listings, path.parent());
        });
        scope.directories().forEach(directory -> remove(directories, directory, round));
        scope.prefixes().forEach(prefix -> remove(prefixes, prefix, round));
    }

    private void remove(Map<FsPath, Set<RoundId>> rounds, FsPath path, RoundId round) {
        rounds.computeIfPresent(path, (key, present) -> {
            present.remove(round);
            return present.isEmpty() ? null : present;
        });
        decrement(listings, path.parent());
    }

    private static void decrement(Map<FsPath, Integer> counts, FsPath path) {
        counts.computeIfPresent(path, (key, count) -> count == 1 ? null : count - 1);
    }

    void clear() {
        scopes.clear();
        paths.clear();
        listings.clear();
        prefixes.clear();
        directories.clear();
    }

    int size() {
        return scopes.size();
    }

    /** Whether something covers what a read of this path sees: a row on the way to it, its own, its listing. */
    boolean disturb(FsPath path) {
        if (scopes.isEmpty()) {
            return false;
        }
        if (listings.containsKey(path) || !above(path).isEmpty()) {
            return true;
        }
        boolean entries = !paths.isEmpty() || !directories.isEmpty();
        for (int depth = 0; depth <= path.depth() && entries; depth++) {
            FsPath above = path.prefix(depth);
            if (paths.containsKey(above) || directories.containsKey(above)) {
                return true;
            }
        }
        return false;
    }

    /** Whether a directory above the path is about to get another owner or permission. */
    boolean isOnTheWayTo(FsPath path) {
        for (int depth = 0; depth < path.depth() && !directories.isEmpty(); depth++) {
            if (directories.containsKey(path.prefix(depth))) {
                return true;
            }
        }
        return false;
    }

    /** The rounds one of whose prefixes is the path or above it. */
    Set<RoundId> above(FsPath path) {
        if (prefixes.isEmpty()) {
            return Set.of();
        }
        Set<RoundId> found = new TreeSet<>(RoundId.ORDER);
        // Without the rule a prefix is taken for the directory and its entries, and not for what is further below.
        int highest = prefixesByComponent ? 0 : Math.max(0, path.depth() - 1);
        for (int depth = highest; depth <= path.depth(); depth++) {
            found.addAll(prefixes.getOrDefault(path.prefix(depth), Set.of()));
        }
        return found;
    }

    /** The rounds of this writer, in their order. */
    List<RoundId> of(WriterId writer) {
        return scopes.keySet().stream()
                .filter(round -> round.writer().equals(writer))
                .sorted(Comparator.comparingLong(RoundId::number))
                .toList();
    }
}
