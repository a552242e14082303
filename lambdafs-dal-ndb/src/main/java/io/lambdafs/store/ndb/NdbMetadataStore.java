package io.lambdafs.store.ndb;

import io.lambdafs.coherence.CoordinatingStore;
import io.lambdafs.coherence.Coordinator;
import io.lambdafs.coordinator.ndb.NdbCoordinator;
import io.lambdafs.fs.FsPath;
import io.lambdafs.store.ClusterIdentity;
import io.lambdafs.store.IdRange;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.Sequence;
import io.lambdafs.store.StoreConfig;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import io.lambdafs.store.Transaction;
import io.lambdafs.store.WriteHint;
import io.lambdafs.store.WriterId;
import io.lambdafs.store.ndb.access.ReadAccess;
import io.lambdafs.store.ndb.access.WriteAccess;
import io.lambdafs.store.ndb.cluster.ClusterAddress;
import io.lambdafs.store.ndb.cluster.ClusterTransaction;
import io.lambdafs.store.ndb.cluster.NdbCluster;
import io.lambdafs.store.ndb.cluster.OperationBatch;
import io.lambdafs.store.ndb.cluster.TransactionHint;
import io.lambdafs.wire.RequestId;
import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The store in a database of an NDB cluster. */
final class NdbMetadataStore implements MetadataStore, CoordinatingStore {
    private final NdbCluster cluster;
    private final StoreConfig config;
    private final ClusterIdentity identity;
    private final StoreClock clock;
    private final Sequences sequences;
    private final Writers writers;
    private final NdbTransaction.Shared shared;

    private NdbMetadataStore(NdbCluster cluster, StoreConfig config, int mostHints) {
        Duration life = config.bounds().transaction();
        this.cluster = cluster;
        this.config = config;
        identity = NdbMigrations.apply(cluster, life);
        try (ClusterTransaction transaction = cluster.begin(life)) {
            Moves.requireOpen(transaction);
        }
        // Before there is a second thread.
        Writers.rehearse(cluster, life);
        clock = StoreClock.keep(cluster, life);
        sequences = new Sequences(cluster, life);
        writers = new Writers(cluster, life);
        shared = new NdbTransaction.Shared(new PathHints(mostHints), new Numbers(sequences, Sequences.COMMAND));
    }

    /** Opens the store; as many guesses of where directories are as this are kept. */
    static NdbMetadataStore open(StoreConfig config, int mostHints) {
        NdbCluster cluster = NdbCluster.connect(ClusterAddress.of(config.url()), config);
        try {
            return new NdbMetadataStore(cluster, config, mostHints);
        } catch (RuntimeException e) {
            cluster.close();
            throw e;
        }
    }

    @Override
    public ClusterIdentity identity() {
        return identity;
    }

    @Override
    public Transaction beginRead() {
        return NdbTransaction.reading(
                new ReadAccess(cluster, clock::nowMicros, config.bounds().transaction()), shared);
    }

    @Override
    public Transaction beginWrite(WriterId writer) {
        return begin(writer, null, TransactionHint.ANYWHERE);
    }

    @Override
    public Transaction beginWrite(WriterId writer, RequestId request) {
        return beginWrite(writer, request, TransactionHint.ANYWHERE);
    }

    @Override
    public Transaction beginWrite(WriterId writer, RequestId request, WriteHint hint) {
        return beginWrite(writer, request, placeOf(hint.subject())).foreseeing(hint);
    }

    /** Where the entries of the path's directory are, if this process knows; the root stands for what is about no path. */
    private TransactionHint placeOf(FsPath subject) {
        return subject.isRoot()
                ? TransactionHint.ANYWHERE
                : shared.hints()
                        .directory(subject.parent().components())
                        .map(directory -> TransactionHint.of(Schema.INODES, directory.value()))
                        .orElse(TransactionHint.ANYWHERE);
    }

    private NdbTransaction beginWrite(WriterId writer, RequestId request, TransactionHint place) {
        long begun = System.nanoTime();
        while (true) {
            try {
                return begin(writer, new ClientRequest(request, clock.nowMicros()), place);
            } catch (StoreException e) {
                // The cluster gives up waiting for a lock sooner than this store may want to.
                boolean waited =
                        System.nanoTime() - begun > config.bounds().lock().toNanos();
                if (e.kind() != Kind.CONFLICT || waited) {
                    throw e;
                }
            }
        }
    }

    private NdbTransaction begin(WriterId writer, @Nullable ClientRequest request, TransactionHint place) {
        WriteAccess access = new WriteAccess(cluster.begin(config.bounds().transaction(), place), clock::nowMicros);
        try {
            OperationBatch first = new OperationBatch();
            Writers.Admitting admitting = Writers.admit(first, writer);
            if (request != null) {
                request.enter(first);
            }
            access.lock(first);
            if (!admitting.isAdmitted()) {
                throw access.fail(Kind.FENCED, writer + " is fenced or unknown: register a new one");
            }
            if (request != null) {
                request.lookBack(access);
            }
            return NdbTransaction.writing(access, request, shared);
        } catch (RuntimeException e) {
            access.close();
            throw e;
        }
    }

    @Override
    public WriterId registerWriter(String label) {
        WriterId writer = new WriterId(sequences.reserve(Sequences.WRITER, 1).first());
        writers.register(writer, label, clock.nowMicros());
        return writer;
    }

    @Override
    public void fence(WriterId writer, Duration bound) {
        writers.fence(writer, bound);
    }

    @Override
    public List<Writer> writers() {
        return writers.all();
    }

    @Override
    public List<Writer> openWriters(Predicate<Writer> suspects) {
        return writers.open(suspects);
    }

    @Override
    public int deployments(int first) {
        return new Deployments(cluster, config.bounds().transaction()).recordedOr(first);
    }

    @Override
    public boolean changeDeployments(int from, int to) {
        return new Deployments(cluster, config.bounds().transaction()).change(from, to);
    }

    @Override
    public IdRange reserve(Sequence sequence, int count, long floor) {
        return sequences.reserve(sequence.name(), count, floor);
    }

    @Override
    public Coordinator coordinate(Duration sessionTimeout, LongSupplier ticker) {
        return NdbCoordinator.over(cluster, sessionTimeout, config.bounds().transaction(), ticker);
    }

    /** How often this process has waited for an answer of the cluster. */
    long roundTrips() {
        return cluster.roundTrips();
    }

    @Override
    public void close() {
        clock.close();
        cluster.close();
    }

    @Override
    public String toString() {
        return config.url();
    }
}
