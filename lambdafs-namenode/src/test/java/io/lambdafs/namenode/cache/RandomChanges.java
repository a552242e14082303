package io.lambdafs.namenode.cache;

import io.lambdafs.coherence.Scope;
import io.lambdafs.fs.Attributes;
import io.lambdafs.fs.Directory;
import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.INodeKey;
import io.lambdafs.fs.LeaseHolder;
import io.lambdafs.fs.Name;
import io.lambdafs.fs.Permission;
import io.lambdafs.fs.RegularFile;
import io.lambdafs.store.Transaction;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;

/** Random writes over few names, each with the INV that the protocol's rules ask for, sent to one deployment. */
final class RandomChanges {
    private static final List<String> NAMES = List.of("a", "b", "ab");

    private final CacheFixture fixture;
    private final Ownership ownership;
    private final RandomGenerator random;
    private final Set<FsPath> paths = new HashSet<>();
    private final Set<FsPath> directories = new HashSet<>();
    private final Set<FsPath> prefixes = new HashSet<>();
    private long nextId = 50_000;
    private long time = 10_000;

    RandomChanges(CacheFixture fixture, Ownership ownership, RandomGenerator random) {
        this.fixture = fixture;
        this.ownership = ownership;
        this.random = random;
    }

    /** Of one to three components. */
    FsPath path() {
        FsPath path = FsPath.ROOT;
        for (int depth = random.nextInt(4); depth > 0; depth--) {
            path = path.child(Name.of(NAMES.get(random.nextInt(NAMES.size()))));
        }
        return path;
    }

    /** One write; none if it would be refused. */
    void change() {
        FsPath path = path();
        if (path.isRoot()) {
            return;
        }
        fixture.runner.write(fixture.writer, tx -> {
            paths.clear();
            directories.clear();
            prefixes.clear();
            List<INode> chain = tx.inodes().resolve(path.components());
            if (chain.size() == path.depth() + 1) {
                changeExisting(tx, path, chain.get(path.depth()));
            } else if (chain.size() == path.depth()
                    && chain.get(path.depth() - 1).isDirectory()) {
                create(tx, path, chain.get(path.depth() - 1).id());
            }
            paths.removeIf(changed -> ownership.partition().ownerOf(changed.toString()) != ownership.deployment());
            fixture.guard.invalidate(new Scope(paths, directories, prefixes));
            return true;
        });
    }

    private void create(Transaction tx, FsPath path, INodeId parent) {
        INodeKey key = new INodeKey(parent, path.name());
        switch (random.nextInt(4)) {
            case 0 -> tx.inodes().insert(CacheFixture.file(nextId++, key, new LeaseHolder("c", "h")));
            case 1 -> tx.inodes().insert(CacheFixture.file(nextId++, key, null));
            default -> tx.inodes().insert(new Directory(new INodeId(nextId++), key, CacheFixture.attributes(0755)));
        }
        paths.add(path);
        touch(tx, path.parent());
    }

    private void changeExisting(Transaction tx, FsPath path, INode inode) {
        if (inode instanceof RegularFile file) {
            changeFile(tx, path, file);
        } else {
            changeDirectory(tx, path, (Directory) inode);
        }
    }

    private void changeFile(Transaction tx, FsPath path, RegularFile file) {
        if (file.isUnderConstruction() && random.nextBoolean()) {
            // Nobody keeps it, so nobody need be told.
            tx.inodes().update(random.nextBoolean() ? file.closed() : file.withLength(time++));
            return;
        }
        paths.add(path);
        switch (random.nextInt(4)) {
            case 0 -> tx.inodes().update(file.writtenBy(new LeaseHolder("c", "h")));
            case 1 -> tx.inodes().update(file.withAttributes(newTimes(file.attributes())));
            case 2 -> remove(tx, path, file);
            default -> move(tx, path, file);
        }
    }

    private void changeDirectory(Transaction tx, FsPath path, Directory directory) {
        switch (random.nextInt(6)) {
            case 0 -> {
                if (directory.observed()) {
                    paths.add(path);
                }
                tx.inodes().update(directory.withAttributes(newTimes(directory.attributes())));
            }
            case 1 -> {
                directories.add(path);
                Attributes attributes = directory.attributes();
                tx.inodes()
                        .update(directory.withAttributes(
                                random.nextBoolean()
                                        ? attributes.withPermission(new Permission(random.nextInt(0777)))
                                        : attributes.withFeatures(
                                                attributes.features().withStoragePolicy(random.nextInt(3)))));
            }
            case 2 -> {
                prefixes.add(path);
                remove(tx, path, directory);
            }
            default -> {
                prefixes.add(path);
                move(tx, path, directory);
            }
        }
    }

    private void remove(Transaction tx, FsPath path, INode inode) {
        List<INodeId> gone = new ArrayList<>(List.of(inode.id()));
        for (int i = 0; i < gone.size(); i++) {
            tx.inodes().children(gone.get(i), Name.EMPTY, 100).forEach(child -> gone.add(child.id()));
        }
        tx.inodes().delete(gone);
        touch(tx, path.parent());
    }

    private void move(Transaction tx, FsPath source, INode inode) {
        FsPath target = path();
        List<INode> chain = tx.inodes().resolve(target.components());
        boolean free = !target.isRoot()
                && !target.startsWith(source)
                && chain.size() == target.depth()
                && chain.get(target.depth() - 1).isDirectory();
        if (!free) {
            return;
        }
        tx.inodes()
                .update(inode.withKey(new INodeKey(chain.get(target.depth() - 1).id(), target.name())));
        paths.add(target);
        touch(tx, source.parent());
        touch(tx, target.parent());
    }

    /** An entry of the directory changed: so do its times. */
    private void touch(Transaction tx, FsPath path) {
        List<INode> chain = tx.inodes().resolve(path.components());
        Directory directory = (Directory) chain.get(path.depth());
        if (directory.observed()) {
            paths.add(path);
        }
        tx.inodes().update(directory.withAttributes(newTimes(directory.attributes())));
    }

    private Attributes newTimes(Attributes attributes) {
        return attributes.withModification(time++);
    }

    /** Whether two resolutions say the same: all of what the path names, of what is above only what resolution needs. */
    static boolean sameChains(FsPath path, List<INode> cached, List<INode> stored) {
        boolean same = cached.size() == stored.size();
        for (int i = 0; i < stored.size() && same; i++) {
            same = i == path.depth() ? same(cached.get(i), stored.get(i)) : sameWay(cached.get(i), stored.get(i));
        }
        return same;
    }

    static boolean sameListings(List<INode> cached, List<INode> stored) {
        boolean same = cached.size() == stored.size();
        for (int i = 0; i < stored.size() && same; i++) {
            same = same(cached.get(i), stored.get(i));
        }
        return same;
    }

    private static boolean sameWay(INode cached, INode stored) {
        return cached.id().equals(stored.id())
                && cached.key().equals(stored.key())
                && cached.attributes().permission().equals(stored.attributes().permission())
                && cached.attributes().features().equals(stored.attributes().features());
    }

    private static boolean same(INode cached, INode stored) {
        return cached instanceof Directory directory
                ? stored instanceof Directory other && directory.asObserved().equals(other.asObserved())
                : cached.equals(stored);
    }
}
