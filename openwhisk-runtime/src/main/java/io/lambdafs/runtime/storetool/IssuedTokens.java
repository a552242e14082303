package io.lambdafs.runtime.storetool;

import io.lambdafs.authentication.DelegationToken;
import io.lambdafs.authentication.DelegationTokens;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.RetryPolicy;
import io.lambdafs.store.Transaction;
import io.lambdafs.store.TransactionRunner;
import io.lambdafs.wire.authentication.DelegationTokenId;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/** The delegation tokens of a cluster, as its administrator sees them: without their secrets. */
final class IssuedTokens {
    private static final String COLUMNS = "NUMBER\tOWNER\tREAL USER\tRENEWER\tISSUED\tEXPIRES\tRENEWABLE UNTIL";

    private final MetadataStore store;

    IssuedTokens(MetadataStore store) {
        this.store = store;
    }

    /** A line with the columns' names, and one for each token. */
    List<String> lines() {
        try (Transaction tx = store.beginRead()) {
            return Stream.concat(
                            Stream.of(COLUMNS),
                            new DelegationTokens(tx).all().stream().map(IssuedTokens::line))
                    .toList();
        }
    }

    /**
     * Cancels the tokens that a user has now, and those that the user has obtained for others. Instances refuse them when they read them again,
     * within half a minute.
     *
     * @return how many there were
     */
    int cancel(String user) {
        TransactionRunner runner = new TransactionRunner(
                store,
                RetryPolicy.defaults(),
                pause -> LockSupport.parkNanos(pause.toNanos()),
                RandomGenerator.getDefault());
        return runner.write(store.registerWriter("cancelled tokens"), tx -> {
            DelegationTokens tokens = new DelegationTokens(tx);
            List<DelegationToken> cancelled = tokens.all().stream()
                    .filter(token -> isOf(token.id(), user))
                    .toList();
            tokens.removeAll(cancelled);
            return cancelled.size();
        });
    }

    private static boolean isOf(DelegationTokenId id, String user) {
        return id.owner().equals(user) || id.realUser().equals(user);
    }

    private static String line(DelegationToken token) {
        DelegationTokenId id = token.id();
        return String.join(
                "\t",
                Integer.toString(id.number()),
                orNone(id.owner()),
                orNone(id.realUser()),
                orNone(id.renewer()),
                Instant.ofEpochMilli(id.issuedMillis()).toString(),
                Instant.ofEpochMilli(token.expiresMillis()).toString(),
                Instant.ofEpochMilli(id.maxMillis()).toString());
    }

    private static String orNone(String name) {
        return name.isEmpty() ? "-" : name;
    }
}
