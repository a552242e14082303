package io.lambdafs.faas.action;

import static java.util.Objects.requireNonNull;

import io.lambdafs.container.FunctionHandler;
import io.lambdafs.container.FunctionResult;
import io.lambdafs.container.InitRequest;
import io.lambdafs.container.Invocation;
import io.lambdafs.container.JsonObject;
import io.lambdafs.faas.posix.VolumeFiles;
import io.lambdafs.faas.run.FunctionRun;
import io.lambdafs.faas.run.Retries;
import io.lambdafs.faas.transaction.TransactionException;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.StoreException;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A user's function, each of whose calls is a transaction on the files of a volume. A call that has lost runs again, of which its caller
 * sees nothing. One that answers with an error, or with nothing, leaves nothing in the volume. One call runs after the other.
 */
public final class VolumeAction implements FunctionHandler, AutoCloseable {
    /** What OpenWhisk lets an action take at most; also for calls without a deadline. */
    private static final Duration LONGEST = Duration.ofMinutes(5);

    private final Supplier<MetadataStore> stores;
    private final Map<String, String> environment;
    private final PrintStream out;
    private final InstantSource clock;
    private @Nullable MetadataStore store;
    private @Nullable ActionInstance instance;
    private @Nullable FunctionRun runs;

    /**
     * An action that is not initialised yet.
     *
     * @param stores opens the store; asked once
     * @param environment of this process
     * @param out gets what the function prints, of each call only the time that counts
     */
    public VolumeAction(
            Supplier<MetadataStore> stores, Map<String, String> environment, PrintStream out, InstantSource clock) {
        this.stores = requireNonNull(stores, "stores");
        this.environment = Map.copyOf(environment);
        this.out = requireNonNull(out, "out");
        this.clock = requireNonNull(clock, "clock");
    }

    @Override
    public synchronized void init(InitRequest request) throws Exception {
        ActionSettings settings = ActionSettings.of(environment, request.environment());
        MetadataStore opened = stores.get();
        store = opened;
        VolumeFiles files = ActionVolume.open(opened, settings.volume(), settings.mount());
        ActionInstance made = ActionInstance.of(request, settings, files, environment);
        instance = made;
        FunctionRun transactions =
                new FunctionRun(files, Retries.defaults().withMost(settings.retries()), RandomGenerator.getDefault());
        runs = transactions;
        // The function's code may use files when it is loaded.
        try {
            transactions.run(() -> {
                made.transactionBegun();
                made.guest().discardOutput();
                made.guest().start(LONGEST);
                return new FunctionRun.Result<>(true, true);
            });
        } finally {
            made.guest().printTo(out);
        }
    }

    @Override
    public synchronized FunctionResult run(Invocation invocation) throws Exception {
        ActionInstance current = requireNonNull(instance, "init has succeeded");
        FunctionRun transactions = requireNonNull(runs, "init has succeeded");
        try {
            return new FunctionResult(transactions.run(() -> attempt(current, invocation)));
        } catch (FunctionRun.LostException | TransactionException | StoreException e) {
            return FunctionResult.error(String.valueOf(e.getMessage()));
        } finally {
            current.guest().printTo(out);
        }
    }

    private FunctionRun.Result<JsonObject> attempt(ActionInstance current, Invocation invocation)
            throws IOException, InterruptedException {
        current.transactionBegun();
        current.guest().discardOutput();
        requireTime(invocation);
        JsonObject result = current.guest().call(invocation, left(invocation));
        requireTime(invocation);
        return new FunctionRun.Result<>(result, !result.fields().containsKey("error"));
    }

    private Duration left(Invocation invocation) {
        Instant now = clock.instant();
        Instant end = now.plus(LONGEST);
        return Duration.between(now, invocation.deadline().isBefore(end) ? invocation.deadline() : end);
    }

    /** A call that is too late is not carried out: its caller has got an error already. */
    private void requireTime(Invocation invocation) throws GuestException {
        if (clock.instant().isAfter(invocation.deadline())) {
            throw GuestException.late();
        }
    }

    @Override
    public synchronized void close() throws IOException {
        ActionInstance ended = instance;
        instance = null;
        if (ended != null) {
            ended.close();
        }
        MetadataStore opened = store;
        store = null;
        if (opened != null) {
            opened.close();
        }
    }
}
