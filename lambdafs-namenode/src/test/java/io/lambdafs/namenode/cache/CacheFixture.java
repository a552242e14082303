package io.lambdafs.namenode.cache;

import io.lambdafs.block.Block;
import io.lambdafs.block.BlockId;
import io.lambdafs.block.BlockInfo;
import io.lambdafs.block.BlockState;
import io.lambdafs.block.Replica;
import io.lambdafs.block.ReplicaState;
import io.lambdafs.block.StorageId;
import io.lambdafs.coherence.FillGuard;
import io.lambdafs.coherence.FillToken;
import io.lambdafs.coherence.ProtocolRules;
import io.lambdafs.coherence.Scope;
import io.lambdafs.fs.Attributes;
import io.lambdafs.fs.Directory;
import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.INodeKey;
import io.lambdafs.fs.LeaseHolder;
import io.lambdafs.fs.Permission;
import io.lambdafs.fs.RegularFile;
import io.lambdafs.namenode.membership.WriterIdentity;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.ReadView;
import io.lambdafs.store.RetryPolicy;
import io.lambdafs.store.Transaction;
import io.lambdafs.store.TransactionRunner;
import io.lambdafs.store.WriterId;
import io.lambdafs.testkit.store.InMemoryMetadataStore;
import io.lambdafs.wire.PartitionFunction;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** A cache over the in-memory store, with a guard that is told of writes by the test. */
final class CacheFixture {
    static final long SECOND = 1_000_000_000L;

    final MetadataStore store = new InMemoryMetadataStore(() -> Instant.ofEpochMilli(1_000_000));
    final WriterId writer = store.registerWriter("namenode0/test");
    final TransactionRunner runner = new TransactionRunner(
            store, RetryPolicy.defaults(), pause -> Thread.onSpinWait(), RandomGenerator.of("L64X128MixRandom"));
    final MetadataCache cache;
    final Guard guard = new Guard();
    final Deque<Runnable> background = new ArrayDeque<>();
    final CachedReads reads;
    boolean mayServe = true;
    long nanos;
    private long nextId = 20_000;

    CacheFixture() {
        this(CachePolicy.defaults(), new Ownership(new PartitionFunction(1), 0), ProtocolRules.ALL);
    }

    CacheFixture(CachePolicy policy, Ownership ownership, ProtocolRules rules) {
        cache = new MetadataCache(policy, ownership, rules);
        DirectoryTimes times = new DirectoryTimes(runner, identity(), cache, guard, background::add, rules);
        ReadAhead ahead = new ReadAhead(runner, cache, guard, background::add, () -> nanos);
        reads = new CachedReads(runner, cache, guard, () -> mayServe, times, ahead, () -> nanos);
    }

    WriterIdentity identity() {
        return new WriterIdentity() {
            @Override
            public WriterId current() {
                return writer;
            }

            @Override
            public void fenced(WriterId refused) {
                throw new AssertionError("nobody fences here");
            }
        };
    }

    /** What the cache alone says; null if it has no answer. */
    <T> @Nullable T cached(Function<ReadView, T> work) {
        return reads.readAtOnce(work);
    }

    /** Through the store, filling the cache. */
    <T> T filled(Function<ReadView, T> work) {
        return reads.readAndKeep(work);
    }

    @Nullable
    List<INode> cachedChain(String path) {
        return cached(resolving(path));
    }

    List<INode> fill(String path) {
        return filled(resolving(path));
    }

    static Function<ReadView, List<INode>> resolving(String path) {
        return tx -> tx.inodes().resolve(FsPath.parse(path).components());
    }

    /** The listing of a directory as an operation reads it. */
    static Function<ReadView, List<INode>> listing(String path) {
        return tx -> {
            List<INode> chain = tx.inodes().resolveToList(FsPath.parse(path).components());
            return tx.inodes().children(chain.get(chain.size() - 1).id(), io.lambdafs.fs.Name.EMPTY, 1000);
        };
    }

    /** Stores a change and tells the cache as a coherence round does: before the commit. */
    void change(Scope scope, Function<Transaction, INode> change) {
        runner.write(writer, tx -> {
            INode changed = change.apply(tx);
            guard.invalidate(scope);
            return changed;
        });
    }

    Directory mkdir(String path) {
        return runner.write(writer, tx -> {
            Directory made = new Directory(new INodeId(nextId++), key(tx, path), attributes(0755));
            tx.inodes().insert(made);
            return made;
        });
    }

    /** Renames a directory, and makes an empty one in its place; tells nobody. */
    void replace(Directory directory, String path) {
        runner.write(writer, tx -> {
            tx.inodes().update(directory.withKey(new INodeKey(directory.parent(), io.lambdafs.fs.Name.of("replaced"))));
            return directory;
        });
        mkdir(path);
    }

    RegularFile create(String path) {
        return runner.write(writer, tx -> {
            RegularFile made = file(nextId++, key(tx, path), null);
            tx.inodes().insert(made);
            return made;
        });
    }

    RegularFile open(String path) {
        return runner.write(writer, tx -> {
            RegularFile made = file(nextId++, key(tx, path), new LeaseHolder("client", "host"));
            tx.inodes().insert(made);
            return made;
        });
    }

    /** Gives a file a block with replicas on these storages. */
    BlockInfo addBlock(RegularFile file, int index, String... storages) {
        return runner.write(writer, tx -> {
            BlockInfo block = new BlockInfo(
                    new Block(new BlockId(nextId++), 1000, 10), file.id(), index, BlockState.COMPLETE, 0, List.of());
            tx.blocks().insert(block);
            for (String storage : storages) {
                tx.replicas()
                        .put(List.of(
                                new Replica(block.id(), new StorageId(storage), 1000, 10, ReplicaState.FINALIZED)));
            }
            return block;
        });
    }

    static RegularFile file(long id, INodeKey key, @Nullable LeaseHolder holder) {
        return new RegularFile(new INodeId(id), key, attributes(0644), 2, 128, 20, holder);
    }

    static Attributes attributes(int mode) {
        return new Attributes("alice", "staff", new Permission(mode), 1234, 5678);
    }

    private static INodeKey key(Transaction tx, String text) {
        FsPath path = FsPath.parse(text);
        List<INode> chain = tx.inodes().resolve(path.parent().components());
        return new INodeKey(chain.get(path.depth() - 1).id(), path.name());
    }

    void runBackground() {
        while (!background.isEmpty()) {
            background.remove().run();
        }
    }

    /** A guard for one thread: a token ends when something that covers its path is invalidated. */
    final class Guard implements FillGuard {
        private final Map<FillToken, Boolean> tokens = new HashMap<>();
        private long numbers;
        boolean admitting = true;
        /** The most entries by which one part has made the cache larger. */
        long mostInOnePart;
        /** Happens between two parts of an admission. */
        Runnable betweenParts = () -> {};

        Scope pending = Scope.NOTHING;

        void invalidate(Scope scope) {
            cache.invalidate(scope);
            tokens.replaceAll((token, undisturbed) -> undisturbed && !concerns(scope, token.path()));
        }

        private static boolean concerns(Scope scope, FsPath path) {
            boolean concerned = scope.coversListing(path);
            for (int depth = 0; depth <= path.depth(); depth++) {
                concerned |= scope.covers(path.prefix(depth));
            }
            return concerned;
        }

        int open() {
            return tokens.size();
        }

        @Override
        public FillToken begin(FsPath path) {
            FillToken token = new FillToken(numbers++, path);
            tokens.put(token, !concerns(pending, path));
            return token;
        }

        @Override
        public boolean isUndisturbed(FillToken token) {
            return tokens.getOrDefault(token, false);
        }

        @Override
        public boolean isAdmissible(FillToken token) {
            return isUndisturbed(token) && admitting && mayServe;
        }

        @Override
        public boolean completeInParts(FillToken token, Admission admission) {
            boolean admits = isAdmissible(token);
            boolean more = admits;
            while (more) {
                long before = cache.stats().entries();
                more = admission.admitSome();
                mostInOnePart = Math.max(mostInOnePart, cache.stats().entries() - before);
                if (more) {
                    betweenParts.run();
                    admits = isAdmissible(token);
                    more = admits;
                }
            }
            tokens.remove(token);
            return admits;
        }

        @Override
        public void abandon(FillToken token) {
            tokens.remove(token);
        }
    }
}
