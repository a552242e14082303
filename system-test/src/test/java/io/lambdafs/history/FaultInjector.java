package io.lambdafs.history;

import io.lambdafs.system.Stack;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Makes the faults of a schedule happen to a system, each at its time; ends what it froze when it is closed. */
final class FaultInjector implements AutoCloseable {
    private static final Duration BOUND = Duration.ofSeconds(60);

    private final Stack stack;
    private final List<ClientProcess> clients;
    private final Instances instances;
    private final List<Thread> threads = new ArrayList<>();
    private final Queue<Long> frozen = new ConcurrentLinkedQueue<>();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final AtomicInteger made = new AtomicInteger();
    private final Queue<String> failures = new ConcurrentLinkedQueue<>();

    FaultInjector(Stack stack, List<ClientProcess> clients, List<Fault> faults) {
        this.stack = stack;
        this.clients = clients;
        this.instances = new Instances(stack.dataDir());
        for (Fault fault : faults) {
            Thread thread = new Thread(() -> inflict(fault), "fault-" + fault);
            thread.setDaemon(true);
            threads.add(thread);
        }
        threads.forEach(Thread::start);
    }

    /** Faults that could not be made, and so showed nothing. */
    List<String> failures() {
        return List.copyOf(failures);
    }

    /** Faults that happened. */
    int made() {
        return made.get() - failures.size();
    }

    private void inflict(Fault fault) {
        try {
            if (closed.await(fault.at().toMillis(), TimeUnit.MILLISECONDS)) {
                return;
            }
            made.incrementAndGet();
            switch (fault.kind()) {
                case KILL_INSTANCE -> Stack.signal("KILL", instance(fault));
                case FREEZE_INSTANCE -> freeze(instance(fault), fault.lasts());
                case CUT_CONNECTIONS ->
                    clients.get(fault.choice() % clients.size()).order("cut");
                case RESTART_ZOOKEEPER -> stack.killAndRestart("zookeeper");
                case RESTART_STORE -> stack.killAndRestartStore();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Exception e) {
            failures.add(fault + ": " + e);
        }
    }

    private long instance(Fault fault) throws IOException, InterruptedException {
        List<Long> pids = instances.pids();
        if (pids.isEmpty()) {
            throw new IOException("no instance runs");
        }
        return pids.get(fault.choice() % pids.size());
    }

    private void freeze(long pid, Duration lasts) throws IOException, InterruptedException {
        frozen.add(pid);
        Stack.signal("STOP", pid);
        if (!closed.await(lasts.toMillis(), TimeUnit.MILLISECONDS)) {
            thaw(pid);
        }
    }

    private void thaw(long pid) throws IOException {
        if (frozen.remove(pid) && ProcessHandle.of(pid).isPresent()) {
            Stack.signal("CONT", pid);
        }
    }

    /** Faults whose time has not come do not happen; one that has begun is brought to its end. */
    @Override
    public void close() throws IOException {
        closed.countDown();
        try {
            for (Thread thread : threads) {
                thread.join(BOUND.toMillis());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        for (Long pid : frozen) {
            thaw(pid);
        }
    }
}
