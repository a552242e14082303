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
import java.util.concurrent.locks.LockSupport;

/** Makes the faults of a schedule happen to a system, each at its time; ends what it froze when it is closed. */
final class HistoryFaultInjector implements AutoCloseable {
    private static final Duration BOUND = Duration.ofSeconds(60);
    private static final int MOST_ATTEMPTS = 40;
    private static final Duration ATTEMPTS_APART = Duration.ofMillis(50);

    private final Stack stack;
    private final List<ClientProcess> clients;
    private final LiveInstances instances;
    private final List<Thread> threads = new ArrayList<>();
    private final Queue<Long> frozen = new ConcurrentLinkedQueue<>();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final AtomicInteger made = new AtomicInteger();
    private final Queue<String> failures = new ConcurrentLinkedQueue<>();

    HistoryFaultInjector(Stack stack, List<ClientProcess> clients, List<HistoryFault> faults) {
        this.stack = stack;
        this.clients = clients;
        this.instances = new LiveInstances(stack.dataDir());
        for (HistoryFault fault : faults) {
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

    private void inflict(HistoryFault fault) {
        try {
            if (closed.await(fault.at().toMillis(), TimeUnit.MILLISECONDS)) {
                return;
            }
            made.incrementAndGet();
            switch (fault.kind()) {
                case KILL_INSTANCE -> signalInstance("KILL", fault);
                case FREEZE_INSTANCE -> freeze(fault);
                case CUT_CONNECTIONS ->
                    clients.get(fault.choice() % clients.size()).order("cut");
                case RESTART_COORDINATOR -> stack.killAndRestartCoordinator();
                case RESTART_STORE -> stack.killAndRestartStore();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Exception e) {
            failures.add(fault + ": " + e);
        }
    }

    private long instance(HistoryFault fault) throws IOException, InterruptedException {
        List<Long> pids = instances.pids();
        if (pids.isEmpty()) {
            throw new IOException("no instance runs");
        }
        return pids.get(fault.choice() % pids.size());
    }

    /** Signals an instance that lives: the platform may not know yet that the one it names has been killed. */
    private long signalInstance(String signal, HistoryFault fault) throws IOException, InterruptedException {
        for (int attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
            long pid = instance(fault);
            if (Stack.trySignal(signal, pid)) {
                return pid;
            }
            LockSupport.parkNanos(ATTEMPTS_APART.toNanos());
        }
        throw new IOException("no instance lives long enough to be sent " + signal);
    }

    private void freeze(HistoryFault fault) throws IOException, InterruptedException {
        long pid = signalInstance("STOP", fault);
        frozen.add(pid);
        if (!closed.await(fault.lasts().toMillis(), TimeUnit.MILLISECONDS)) {
            thaw(pid);
        }
    }

    private void thaw(long pid) throws IOException {
        if (frozen.remove(pid) && ProcessHandle.of(pid).isPresent()) {
            Stack.trySignal("CONT", pid);
        }
    }

    /** Faults whose time has not come do not happen; one that has begun is brought to its end. */
    @Override
    public void close() throws IOException {
        closed.countDown();
        try {
            for (Thread thread : threads) {
                thread.join(BOUND.toMillis());
                if (thread.isAlive()) {
                    failures.add(thread.getName() + " has not come to its end");
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        for (Long pid : frozen) {
            thaw(pid);
        }
    }
}
