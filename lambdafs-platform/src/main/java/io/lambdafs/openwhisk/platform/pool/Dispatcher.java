package io.lambdafs.openwhisk.platform.pool;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.lambdafs.openwhisk.platform.pool.CallRunner.Outcome;
import io.lambdafs.openwhisk.platform.pool.RunningInstance.Initialized;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Carries out what the {@link ContainerPool} decides: it owns the pool's lock, the instances and the threads. */
public final class Dispatcher implements PoolActuator {
    private static final int MAX_RESCHEDULES = 50;

    private final ContainerPool pool;
    private final InstanceStarter starter;
    private final CallRunner runner;
    private final InstanceStarter.Beginning beginning;
    private final ExecutorService threads;
    private final InstantSource clock;
    private final int stopGraceMillis;
    private final int crashNoticeMillis;
    private final InstanceMetrics metrics;
    private final Map<Long, RunningInstance> instances = new ConcurrentHashMap<>();
    private final Map<String, PendingCall> calls = new ConcurrentHashMap<>();

    private Dispatcher(
            PoolSettings settings,
            InstanceStarter starter,
            CallRunner runner,
            InstanceStarter.Beginning beginning,
            InstanceMetrics metrics,
            ExecutorService threads,
            InstantSource clock) {
        this.metrics = metrics;
        this.pool = new ContainerPool(settings);
        this.starter = starter;
        this.runner = runner;
        this.beginning = beginning;
        this.threads = threads;
        this.clock = clock;
        this.stopGraceMillis = settings.stopGraceMillis();
        this.crashNoticeMillis = settings.crashNoticeMillis();
    }

    /** Puts a dispatcher together; replies of containers above the size count as too large. */
    public static Dispatcher create(
            PoolSettings settings,
            InstanceFactory factory,
            PlatformThreads threads,
            ObjectMapper mapper,
            int maxReplyBytes,
            InstantSource clock) {
        ContainerClient client = new ContainerClient(threads.timer(), maxReplyBytes);
        ContainerMessages messages = new ContainerMessages(mapper);
        ReplyInterpreter interpreter = new ReplyInterpreter(mapper, maxReplyBytes);
        InstanceStarter.Beginning beginning = new InstanceStarter.Beginning(
                factory,
                new StemCells(settings.stemCells(), factory, client, threads.calls(), clock),
                new StartCpu(settings.unlimitedStartMillis(), threads.calls()));
        InstanceStarter starter =
                new InstanceStarter(beginning, client, messages, interpreter, settings.connectPollMillis(), clock);
        CallRunner runner = new CallRunner(client, messages, interpreter, settings.crashNoticeMillis(), clock);
        InstanceMetrics metrics = new InstanceMetrics(client, threads.calls(), clock);
        return new Dispatcher(settings, starter, runner, beginning, metrics, threads.calls(), clock);
    }

    /** Accepts a call; its futures tell what becomes of it. */
    public void submit(PendingCall call) {
        calls.put(call.activationId(), call);
        step(state -> state.submit(call.activationId(), call.action(), call.asksForScaleOut(), clock.millis()));
    }

    /** Lets idle instances age; called again and again. */
    public void tick() {
        step(state -> state.tick(clock.millis()));
    }

    /**
     * Sees to the stem cells; called several times a second.
     *
     * @param shapes those that the registered actions have
     */
    public void tendStemCells(Set<InstanceShape> shapes) {
        boolean starting = instances.values().stream()
                .anyMatch(running -> !running.initialized().isDone());
        beginning.stemCells().tend(shapes, starting);
    }

    /** Looks at what the instances use of the machine, on which scaling depends; called about once a second. */
    public void measure() {
        Map<Long, Integer> coreMillis = new HashMap<>();
        instances.forEach((id, running) -> running.process()
                .ifPresent(process -> process.usage().coreMillis().ifPresent(used -> coreMillis.put(id, used))));
        synchronized (this) {
            pool.measured(coreMillis);
        }
    }

    /** Asks the instances that run what they count, and gives that of all; completes within a second or so. */
    public CompletableFuture<List<MetricsOfInstance>> metrics() {
        return metrics.collect(view().instances(), this::process);
    }

    /** Asks them again if somebody wants to know; called about once a second. */
    public void refreshMetrics() {
        metrics.refresh(view().instances(), this::process);
    }

    private Optional<Instance> process(long id) {
        return Optional.ofNullable(instances.get(id)).flatMap(RunningInstance::process);
    }

    public synchronized PoolView view() {
        List<PoolView.InstanceView> views = pool.instances().stream()
                .map(pooled -> PoolView.InstanceView.of(pooled, Optional.ofNullable(instances.get(pooled.id()))))
                .toList();
        return new PoolView(
                views,
                pool.usedMemoryMb(),
                pool.usedCpuMillis(),
                pool.queued(),
                pool.coldStarts(),
                pool.scaleOuts(),
                pool.evictions(),
                pool.calls(),
                pool.gigabyteSeconds(),
                beginning.stemCells().view());
    }

    /** The running processes. */
    public List<Instance> processes() {
        return instances.values().stream()
                .flatMap(running -> running.process().stream())
                .toList();
    }

    /** Ends all instances and waits for it, not longer than the grace time and a second. */
    public void close() throws InterruptedException {
        beginning.stemCells().close().forEach(cell -> threads.execute(() -> cell.stop(stopGraceMillis)));
        processes().forEach(instance -> threads.execute(() -> instance.stop(stopGraceMillis)));
        threads.shutdown();
        if (!threads.awaitTermination(stopGraceMillis + 1_000L, TimeUnit.MILLISECONDS)) {
            threads.shutdownNow();
        }
        // Also those that were started meanwhile.
        processes().forEach(instance -> instance.stop(0));
    }

    @Override
    public void create(long instance, Action action, String call) {
        RunningInstance running = new RunningInstance(instance, clock.millis());
        instances.put(instance, running);
        threads.execute(() -> {
            start(running, requireCall(call));
            serve(running, requireCall(call), true, false);
        });
    }

    @Override
    public void run(long instance, String call, boolean resume) {
        RunningInstance running = require(instances.get(instance));
        threads.execute(() -> serve(running, requireCall(call), false, resume));
    }

    @Override
    public void pause(long instance) {
        // Here, under the pool's lock, because a call chosen for this instance later must find it already stopped:
        // its SIGCONT must not overtake this SIGSTOP.
        require(instances.get(instance)).process().ifPresent(Instance::pause);
    }

    @Override
    public void destroy(long instance) {
        RunningInstance running = require(instances.remove(instance));
        threads.execute(() -> running.process().ifPresent(process -> process.stop(stopGraceMillis)));
    }

    @Override
    public void reject(String call) {
        PendingCall rejected = requireCall(call);
        threads.execute(() -> fail(rejected, new PoolFullException()));
    }

    private synchronized void step(Function<ContainerPool, List<PoolEffect>> change) {
        change.apply(pool).forEach(effect -> effect.applyTo(this));
    }

    private void start(RunningInstance running, PendingCall firstCall) {
        starter.start(running, firstCall);
        if (running.initialized().join().failure().isEmpty()) {
            synchronized (this) {
                pool.initialized(running.id(), clock.millis());
            }
        }
        running.process().ifPresent(process -> {
            Future<?> unused = process.exited()
                    .thenRunAsync(
                            () -> step(state -> state.died(running.id(), clock.millis())),
                            CompletableFuture.delayedExecutor(crashNoticeMillis, TimeUnit.MILLISECONDS, threads));
        });
    }

    private void serve(RunningInstance running, PendingCall call, boolean first, boolean resume) {
        Outcome outcome;
        try {
            outcome = outcome(running, call, first, resume);
        } catch (RuntimeException e) {
            release(running, false);
            fail(call, e);
            return;
        }
        if (outcome.ended().isPresent()) {
            finish(running, call, outcome.ended().get(), outcome.keepInstance());
        } else {
            release(running, false);
            reschedule(call);
        }
    }

    private Outcome outcome(RunningInstance running, PendingCall call, boolean first, boolean resume) {
        Initialized init = running.initialized().join();
        if (init.failure().isPresent()) {
            ActivationRecord failed =
                    call.failed(init.failure().get(), init.startMillis(), init.endMillis(), init.timedOut());
            return new Outcome(Optional.of(failed), false);
        }
        Instance instance = running.process().orElseThrow();
        if (resume) {
            instance.resume();
        }
        // A platform that is slow to notice a crash routes calls to the dead instance.
        return instance.isAlive() || crashNoticeMillis > 0
                ? runner.run(instance, call, init, first)
                : Outcome.RESCHEDULE;
    }

    private void finish(RunningInstance running, PendingCall call, ActivationRecord ended, boolean keep) {
        synchronized (this) {
            pool.answered(running.id(), ended.response().declinesSibling());
        }
        int logsMb = call.action().limits().logsMb();
        Optional<Instance> process = running.process();
        if (logsMb == 0 || process.isEmpty()) {
            // Free before answered: the caller's next call then finds this instance and not a cold one.
            release(running, keep);
            end(call, ended);
            call.answer().complete(ended);
        } else {
            threads.execute(() -> call.answer().complete(ended));
            List<String> logs = process.get().collectLogs(logsMb << 20, keep);
            release(running, keep);
            end(call, ended.withLogs(logs));
        }
    }

    private void release(RunningInstance running, boolean keep) {
        step(state -> state.finished(running.id(), keep, clock.millis()));
    }

    private void end(PendingCall call, ActivationRecord ended) {
        calls.remove(call.activationId());
        call.ended().complete(ended);
    }

    private void reschedule(PendingCall call) {
        if (call.reschedules().incrementAndGet() > MAX_RESCHEDULES) {
            long now = clock.millis();
            ActivationRecord failed =
                    call.failed(ActivationResponse.whiskError("No instance accepted the activation."), now, now, false);
            end(call, failed);
            call.answer().complete(failed);
        } else {
            step(state -> state.submit(call.activationId(), call.action(), false, clock.millis()));
        }
    }

    private void fail(PendingCall call, RuntimeException cause) {
        calls.remove(call.activationId());
        call.ended().completeExceptionally(cause);
        call.answer().completeExceptionally(cause);
    }

    private PendingCall requireCall(String id) {
        return require(calls.get(id));
    }

    private static <T> T require(@Nullable T value) {
        return Objects.requireNonNull(value, "the pool names only what it was given");
    }
}
