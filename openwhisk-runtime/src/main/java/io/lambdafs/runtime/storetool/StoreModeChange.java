package io.lambdafs.runtime.storetool;

import io.lambdafs.authentication.DelegationTokens;
import io.lambdafs.authentication.KeptServiceKey;
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
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/** Takes a cluster into secure mode and out of it, and replaces its service key. */
final class StoreModeChange {
    private final MetadataStore store;
    private final TransactionRunner runner;
    private final InstantSource clock;

    StoreModeChange(MetadataStore store, InstantSource clock) {
        this.store = store;
        this.clock = clock;
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

    /**
     * Makes the key in the file the first service key, or makes sure that it counts: for a key that is handed out in another way than by this
     * program.
     *
     * @throws IllegalStateException if the cluster has other keys
     */
    void adopt(Path file) {
        ServiceKey given = read(file);
        ServiceKey unused = change(tx -> {
            ServiceKeys keys = new ServiceKeys(tx);
            List<ServiceKey> present = keys.all();
            if (present.isEmpty()) {
                keys.put(given);
            } else if (present.stream().noneMatch(key -> key.text().equals(given.text()))) {
                throw new IllegalStateException("the cluster has other service keys than the one in " + file
                        + ": give the key that it began with, or take it to simple mode first");
            }
            return given;
        });
    }

    private static ServiceKey read(Path file) {
        try {
            return ServiceKey.parse(Files.readString(file).strip());
        } catch (IOException | IllegalArgumentException e) {
            throw new IllegalStateException(file + ": " + e.getMessage(), e);
        }
    }

    /**
     * Adds a service key and writes it into the file. Earlier keys count for a while longer, for programs that have not read the file again.
     *
     * @param grace how long at the most
     * @throws IllegalStateException if there is none to replace, or as many as there may be still count
     */
    void replaceKey(Path file, Duration grace) {
        long now = clock.millis();
        write(file, change(tx -> {
            ServiceKeys keys = new ServiceKeys(tx);
            List<KeptServiceKey> before = keys.kept();
            if (before.isEmpty()) {
                throw new IllegalStateException("the cluster is in simple mode and has no service key to replace");
            }
            List<KeptServiceKey> after = before.stream()
                    .map(kept -> kept.endingBy(now + grace.toMillis()))
                    .toList();
            after.stream()
                    .filter(kept -> kept.hasEnded(now))
                    .forEach(kept -> keys.remove(kept.key().number()));
            List<KeptServiceKey> counting =
                    after.stream().filter(kept -> !kept.hasEnded(now)).toList();
            if (counting.size() >= ServiceKeys.MOST) {
                throw new IllegalStateException("the key was replaced " + ServiceKeys.MOST
                        + " times of late, and all of those before it still count: wait, or let them end at once with"
                        + " --old-keys-minutes 0");
            }
            counting.forEach(keys::put);
            return added(tx, before.get(before.size() - 1).key().number() + 1);
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
            DelegationTokens tokens = new DelegationTokens(tx);
            tokens.removeAll(tokens.all());
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
