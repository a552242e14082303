package io.lambdafs.store.ndb;

import io.lambdafs.fs.INodeId;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.StoreConfig;
import io.lambdafs.store.StoreConfig.Bounds;
import io.lambdafs.store.Stores;
import io.lambdafs.store.Transaction;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Opens the store with this URL, and uses it from several threads at once; ends with status 1 if one of them fails. */
final class FirstUseMain {
    private static final int THREADS = 8;
    private static final int BOUND_SECONDS = 20;

    private FirstUseMain() {}

    public static void main(String[] args) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        CyclicBarrier together = new CyclicBarrier(THREADS);
        try (MetadataStore store = Stores.open(new StoreConfig(args[0], "", "", THREADS, Bounds.defaults()))) {
            List<Future<Boolean>> uses = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                uses.add(threads.submit(() -> {
                    together.await();
                    return use(store);
                }));
            }
            for (Future<Boolean> use : uses) {
                use.get(BOUND_SECONDS, TimeUnit.SECONDS);
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private static boolean use(MetadataStore store) {
        try (Transaction transaction = store.beginRead()) {
            return transaction.inodes().hasChildren(INodeId.ROOT);
        }
    }
}
