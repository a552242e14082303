package io.lambdafs.namenode.invalidation;

import io.lambdafs.coherence.Scope;
import io.lambdafs.fs.Attributes;
import io.lambdafs.fs.Directory;
import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.INodeId;
import io.lambdafs.wire.PartitionFunction;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * The deployments that may cache what a change replaces, as the page on coherence has it and not as the cache is built.
 *
 * <p>Of a path, the deployment that owns it may have: a closed file with its blocks; that the name is absent, where the
 * directory is there; a directory's times, where its row is marked. The one that owns a directory's entries may have the
 * list of them, unless one is written to. Every deployment may have of each directory what resolving a path needs. Of
 * files that are written to, nobody has anything. Replicas' places are cached for a while only, and are not looked at.
 */
final class MayCache {
    private final StoredState before;
    private final StoredState after;
    private final List<Stale> stale = new ArrayList<>();

    private MayCache(StoredState before, StoredState after) {
        this.before = before;
        this.after = after;
    }

    /** All that was right before and is wrong after. */
    static List<Stale> staleAfter(StoredState before, StoredState after) {
        MayCache found = new MayCache(before, after);
        TreeSet<String> paths = new TreeSet<>();
        before.inodes().keySet().forEach(path -> paths.add(path.toString()));
        after.inodes().keySet().forEach(path -> paths.add(path.toString()));
        paths.stream().map(FsPath::parse).forEach(found::look);
        return found.stale;
    }

    /** What kind of entry, and so where it may be. */
    enum Kind {
        /** With the owner of the path. */
        FILE {
            @Override
            boolean isTold(FsPath path, Map<Integer, Scope> told, PartitionFunction partition) {
                return to(partition.ownerOf(path.toString()), told).covers(path);
            }
        },
        /** With the owner of the path. */
        ABSENCE {
            @Override
            boolean isTold(FsPath path, Map<Integer, Scope> told, PartitionFunction partition) {
                return to(partition.ownerOf(path.toString()), told).covers(path);
            }
        },
        /** With the owner of the directory's path. */
        TIMES {
            @Override
            boolean isTold(FsPath path, Map<Integer, Scope> told, PartitionFunction partition) {
                return to(partition.ownerOf(path.toString()), told).covers(path);
            }
        },
        /** With the owner of the directory's entries. */
        LISTING {
            @Override
            boolean isTold(FsPath path, Map<Integer, Scope> told, PartitionFunction partition) {
                return to(partition.ownerOfChildrenOf(path.toString()), told).coversListing(path);
            }
        },
        /** With everybody. */
        RESOLUTION {
            @Override
            boolean isTold(FsPath path, Map<Integer, Scope> told, PartitionFunction partition) {
                return IntStream.range(0, partition.deployments())
                        .allMatch(deployment -> to(deployment, told).coversResolution(path));
            }
        };

        /** Whether those who may have it are told to forget it. */
        abstract boolean isTold(FsPath path, Map<Integer, Scope> told, PartitionFunction partition);

        private static Scope to(int deployment, Map<Integer, Scope> told) {
            return told.getOrDefault(deployment, Scope.NOTHING);
        }
    }

    /** What a cache must not answer any more. */
    record Stale(Kind kind, FsPath path) {
        /**
         * Whether those who may have it are told to forget it.
         *
         * @param told what, by deployment
         */
        boolean isTold(Map<Integer, Scope> told, PartitionFunction partition) {
            return kind.isTold(path, told, partition);
        }
    }

    private void look(FsPath path) {
        before.closedFile(path)
                .filter(file -> !after.closedFile(path).equals(Optional.of(file)))
                .ifPresent(file -> add(Kind.FILE, path));
        if (before.at(path).isEmpty() && before.directory(path.parent()).isPresent()) {
            add(Kind.ABSENCE, path);
        }
        before.directory(path).ifPresent(directory -> look(path, directory));
    }

    private void look(FsPath path, Directory directory) {
        Optional<Directory> now = after.directory(path);
        if (!now.map(Resolution::of).equals(Optional.of(Resolution.of(directory)))) {
            add(Kind.RESOLUTION, path);
        }
        if (directory.observed() && !now.map(Times::of).equals(Optional.of(Times.of(directory)))) {
            add(Kind.TIMES, path);
        }
        boolean sameEntries = now.isPresent() && before.entries(path).equals(after.entries(path));
        if (!sameEntries && !before.isWrittenIn(path)) {
            add(Kind.LISTING, path);
        }
    }

    private void add(Kind kind, FsPath path) {
        stale.add(new Stale(kind, path));
    }

    /** What is needed of a directory on the way to something. */
    private record Resolution(INodeId id, INodeId parent, Attributes withoutTimes) {
        static Resolution of(Directory directory) {
            return new Resolution(
                    directory.id(),
                    directory.parent(),
                    directory
                            .attributes()
                            .withTimes(0, 0)
                            .withFeatures(directory.attributes().features().onTheWay()));
        }
    }

    private record Times(long modification, long access) {
        static Times of(Directory directory) {
            Attributes attributes = directory.attributes();
            return new Times(attributes.modificationMillis(), attributes.accessMillis());
        }
    }
}
