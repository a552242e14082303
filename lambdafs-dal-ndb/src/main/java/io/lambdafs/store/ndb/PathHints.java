package io.lambdafs.store.ndb;

import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.INodeKey;
import io.lambdafs.fs.Name;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Which directory had a key when this process last saw it: guesses that let a path be read in one batch instead of level
 * by level. Every row that is read by a guess tells whether the guess was right. Thread-safe, with a bound on its size.
 */
final class PathHints {
    private final Map<INodeKey, INodeId> guesses;

    PathHints(int most) {
        guesses = new LinkedHashMap<>(16, 0.75f, true) {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<INodeKey, INodeId> eldest) {
                return size() > most;
            }
        };
    }

    synchronized Optional<INodeId> guess(INodeKey key) {
        return Optional.ofNullable(guesses.get(key));
    }

    /** The directory that these names led to from the root, if every one of them is known. */
    synchronized Optional<INodeId> directory(List<Name> names) {
        INodeId directory = INodeId.ROOT;
        for (Name name : names) {
            directory = guesses.get(new INodeKey(directory, name));
            if (directory == null) {
                return Optional.empty();
            }
        }
        return Optional.of(directory);
    }

    synchronized void learn(INodeKey key, INodeId directory) {
        guesses.put(key, directory);
    }

    synchronized void forget(INodeKey key) {
        guesses.remove(key);
    }
}
