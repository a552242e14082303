package io.lambdafs.gateway.console;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The surveys of directories that users asked for in the last minutes. One is made at a time, in a thread of its own, so that pages need
 * not wait and many users are no load. Thread-safe.
 */
final class Surveys implements AutoCloseable {
    static final int KEPT_MINUTES = 5;

    private static final long KEPT_MILLIS = TimeUnit.MINUTES.toMillis(KEPT_MINUTES);
    private static final int MAX_USERS = 64;
    private static final int MAX_WAITING = 16;

    private final InstantSource clock;
    private final Map<String, Asked> byUser = new LinkedHashMap<>();
    private final ThreadPoolExecutor thread =
            new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new ArrayBlockingQueue<>(MAX_WAITING), task -> {
                Thread created = new Thread(task, "console-surveys");
                created.setDaemon(true);
                return created;
            });

    /**
     * A survey that is kept, waits, or is under way.
     *
     * @param ended when it was made; {@link Long#MAX_VALUE} until then, so that one that takes longer than it is kept is kept, too
     */
    private record Asked(Future<DirectorySurvey> survey, AtomicLong ended) {
        boolean isOld(long now) {
            return survey.isDone() && now - ended.get() > KEPT_MILLIS;
        }
    }

    Surveys(InstantSource clock) {
        this.clock = clock;
    }

    /**
     * The survey of a user; empty if it is not made within this time, and then a later call has it.
     *
     * @param make makes one
     * @throws IOException if it cannot be made, or if too many others wait
     */
    Optional<DirectorySurvey> of(String user, Callable<DirectorySurvey> make, long patienceMillis) throws IOException {
        Future<DirectorySurvey> survey = ask(user, make);
        try {
            return Optional.of(survey.get(patienceMillis, TimeUnit.MILLISECONDS));
        } catch (TimeoutException later) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("the request was interrupted");
        } catch (ExecutionException e) {
            forget(user, survey);
            Throwable cause = Objects.requireNonNullElse(e.getCause(), e);
            throw new IOException("The directories could not be summed up: " + cause.getMessage(), cause);
        }
    }

    private synchronized Future<DirectorySurvey> ask(String user, Callable<DirectorySurvey> make) throws IOException {
        long now = clock.millis();
        byUser.values().removeIf(asked -> asked.isOld(now));
        Asked known = byUser.get(user);
        if (known != null) {
            return known.survey();
        }
        if (byUser.size() >= MAX_USERS) {
            forgetOldest();
        }
        try {
            AtomicLong ended = new AtomicLong(Long.MAX_VALUE);
            Asked asked = new Asked(thread.submit(() -> timed(make, ended)), ended);
            byUser.put(user, asked);
            return asked.survey();
        } catch (RejectedExecutionException e) {
            throw new IOException("Too many users have asked for their largest directories: try again later.", e);
        }
    }

    private DirectorySurvey timed(Callable<DirectorySurvey> make, AtomicLong ended) throws Exception {
        try {
            return make.call();
        } finally {
            ended.set(clock.millis());
        }
    }

    private void forgetOldest() {
        byUser.entrySet().stream()
                .filter(entry -> entry.getValue().survey().isDone())
                .map(Map.Entry::getKey)
                .findFirst()
                .ifPresent(byUser::remove);
    }

    private synchronized void forget(String user, Future<DirectorySurvey> survey) {
        byUser.computeIfPresent(user, (name, asked) -> asked.survey() == survey ? null : asked);
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
