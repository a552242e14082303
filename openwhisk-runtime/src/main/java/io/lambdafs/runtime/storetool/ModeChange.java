package io.lambdafs.runtime.storetool;

import io.lambdafs.authentication.DelegationTokens;
import io.lambdafs.authentication.ServiceKeys;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.RetryPolicy;
import io.lambdafs.store.Transaction;
import io.lambdafs.store.TransactionRunner;
import io.lambdafs.store.WriterId;
import io.lambdafs.wire.authentication.ServiceKey;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/** Takes a cluster into secure mode and out of it, and replaces its service key. */
final class ModeChange {
    private final MetadataStore store;
    private final TransactionRunner runner;

    ModeChange(MetadataStore store) {
        this.store = store;
        this.runner = new TransactionRunner(
                store,
                RetryPolicy.defaults(),
                pause -> LockSupport.parkNanos(pause.toNanos()),
                RandomGenerator.getDefault());
    }

    /** Makes sure that there is a service key, and writes the newest one into the file, which only its owner can read. */
    void secure(Path file) {
        write(file, change(tx -> {
            List<ServiceKey> keys = new ServiceKeys(tx).all();
            return keys.isEmpty() ? added(tx, 1) : keys.get(keys.size() - 1);
        }));
    }

    /** Adds a service key and writes it into the file. The one before it stays good until the next time, those before it end. */
    void replaceKey(Path file) {
        write(file, change(tx -> {
            ServiceKeys keys = new ServiceKeys(tx);
            List<ServiceKey> before = keys.all();
            if (before.isEmpty()) {
                throw new IllegalStateException("the cluster is in simple mode and has no service key to replace");
            }
            before.subList(0, before.size() - 1).forEach(key -> keys.remove(key.number()));
            return added(tx, before.get(before.size() - 1).number() + 1);
        }));
    }

    private static ServiceKey added(Transaction tx, int number) {
        ServiceKey key = ServiceKey.random(number);
        new ServiceKeys(tx).put(key);
        return key;
    }

    /** Takes away all keys and tokens. */
    void simple() {
        boolean unused = change(tx -> {
            ServiceKeys keys = new ServiceKeys(tx);
            keys.all().forEach(key -> keys.remove(key.number()));
            new DelegationTokens(tx).removeAll();
            return true;
        });
    }

    private <T> T change(Function<Transaction, T> work) {
        WriterId writer = store.registerWriter("security mode");
        return runner.write(writer, work);
    }

    private static void write(Path file, ServiceKey key) {
        try {
            Path fresh = Files.createTempFile(
                    file.toAbsolutePath().getParent(),
                    "service",
                    ".new",
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            Files.write(fresh, (key.text() + "\n").getBytes(StandardCharsets.UTF_8));
            Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new IllegalStateException("cannot write " + file + " (" + e.getMessage() + ")", e);
        }
    }
}
