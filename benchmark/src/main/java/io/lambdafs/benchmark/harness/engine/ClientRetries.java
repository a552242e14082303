package io.lambdafs.benchmark.harness.engine;

import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * How often λFS's client sent a request once more, by the thread that waited for the answer. Each client of a run has a thread of its own, so the growth
 * in the course of an operation is that operation's, and no other's. What other threads send, such as those that renew leases or write blocks, belongs
 * to no operation. Other file systems do not say what they retry. Thread-safe.
 */
final class ClientRetries implements AutoCloseable {
    private static final List<String> SIGNS_OF_LIFE = List.of("http", "tcp", "resubmissions");

    private final Optional<Object> metrics;
    private final Map<Thread, LongAdder> threads = new ConcurrentHashMap<>();
    private final @Nullable AutoCloseable listening;
    private final long before;

    private ClientRetries(Optional<Object> metrics) {
        this.metrics = metrics;
        this.before = signsOfLife();
        this.listening = metrics.map(this::listen).orElse(null);
    }

    /** Counts from now on what the λFS client of this process sends once more, if it is there. */
    static ClientRetries watch() {
        return of(Counters.metrics());
    }

    /** The same of these metrics, which have the methods of λFS's {@code ClientMetrics}. */
    static ClientRetries of(Optional<Object> metrics) {
        return new ClientRetries(metrics);
    }

    /** Null if this client counts resubmissions only as a whole. */
    private @Nullable AutoCloseable listen(Object from) {
        Consumer<String> listener = method -> {
            LongAdder own = threads.get(Thread.currentThread());
            if (own != null) {
                own.increment();
            }
        };
        try {
            Method listen = from.getClass().getMethod("onResubmission", Consumer.class);
            return listen.invoke(from, listener) instanceof AutoCloseable end ? end : null;
        } catch (ReflectiveOperationException olderVersion) {
            return null;
        }
    }

    /** How often a request of the present thread was sent once more since the first call in this thread. Only this thread may ask. */
    LongSupplier ofThisThread() {
        return threads.computeIfAbsent(Thread.currentThread(), unused -> new LongAdder())::sum;
    }

    /** Whether the operations so far went through a λFS client that says what it sends once more. If not, that there were none means nothing. */
    boolean areKnown() {
        return listening != null && signsOfLife() > before;
    }

    private long signsOfLife() {
        return metrics.map(from -> SIGNS_OF_LIFE.stream()
                        .mapToLong(name -> Counters.read(from, name))
                        .sum())
                .orElse(0L);
    }

    @Override
    public void close() {
        if (listening == null) {
            return;
        }
        try {
            listening.close();
        } catch (Exception e) {
            throw new IllegalStateException("the λFS client did not let go of a listener", e);
        }
    }
}
