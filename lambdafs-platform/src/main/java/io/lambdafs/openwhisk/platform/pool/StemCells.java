package io.lambdafs.openwhisk.platform.pool;

import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Containers that have started before anybody needs them, as OpenWhisk's stem cells: each waits for the {@code /init} of any action of
 * its shape. Thread-safe.
 *
 * <p>A start may rely on none of them. One that has died, or does not answer a probe soon, is ended and counted as
 * lost. Another one replaces it after a pause, which doubles while new ones do not start.
 */
public final class StemCells {
    private static final Logger log = LoggerFactory.getLogger(StemCells.class);

    /** Within that a stem cell that is to be taken must show that it lives. */
    private static final int ANSWER_MILLIS = 1_000;

    /** Within that a new one must. */
    private static final int BOOT_MILLIS = 30_000;

    private static final int POLL_MILLIS = 20;
    private static final int FIRST_PAUSE_MILLIS = 1_000;
    private static final int MAX_DOUBLINGS = 6;

    private final int wanted;
    private final InstanceFactory factory;
    private final ContainerClient client;
    private final Executor threads;
    private final InstantSource clock;
    private final Map<InstanceShape, Stock> stocks = new HashMap<>();
    private long taken;
    private long lost;
    private boolean closed;

    /** The stem cells of one shape. */
    private static final class Stock {
        private final List<StemCell> cells = new ArrayList<>();
        private int failures;
        private long notBeforeMillis;
    }

    private static final class StemCell {
        private final Instance instance;
        private final long startedMillis;
        private boolean ready;

        StemCell(Instance instance, long startedMillis) {
            this.instance = instance;
            this.startedMillis = startedMillis;
        }
    }

    /**
     * None yet.
     *
     * @param wanted how many there are to be for each shape
     * @param threads carries out their starts and ends, which block
     */
    StemCells(int wanted, InstanceFactory factory, ContainerClient client, Executor threads, InstantSource clock) {
        this.wanted = wanted;
        this.factory = factory;
        this.client = client;
        this.threads = threads;
        this.clock = clock;
    }

    /**
     * Starts what is missing and ends what is superfluous. To be called again and again; returns at once.
     *
     * @param shapes those that the registered actions have
     * @param busy whether instances are starting for calls, which need the CPU more
     */
    synchronized void tend(Set<InstanceShape> shapes, boolean busy) {
        if (closed || wanted == 0) {
            return;
        }
        stocks.keySet().stream()
                .filter(shape -> !shapes.contains(shape))
                .toList()
                .forEach(this::drop);
        for (InstanceShape shape : shapes) {
            Stock stock = stocks.computeIfAbsent(shape, unseen -> new Stock());
            stock.cells.stream()
                    .filter(cell -> !cell.instance.isAlive())
                    .toList()
                    .forEach(dead -> lose(stock, dead));
            if (!busy && stock.cells.size() < wanted && clock.millis() >= stock.notBeforeMillis) {
                begin(shape, stock);
            }
        }
    }

    private void begin(InstanceShape shape, Stock stock) {
        // The next one only when this one has come to life.
        stock.notBeforeMillis = Long.MAX_VALUE;
        try {
            threads.execute(() -> start(shape, stock));
        } catch (RejectedExecutionException tooBusy) {
            pause(stock);
        }
    }

    /** A stem cell of this shape that has just shown that it lives; it is the caller's from now on. Waits a moment for that at most. */
    Optional<Instance> take(InstanceShape shape) {
        for (Optional<StemCell> next = remove(shape); next.isPresent(); next = remove(shape)) {
            Instance instance = next.get().instance;
            if (answers(instance)) {
                synchronized (this) {
                    taken++;
                }
                return Optional.of(instance);
            }
            failed(instance);
        }
        return Optional.empty();
    }

    /** A stem cell that was taken has not initialised: it is ended. */
    void failed(Instance instance) {
        instance.stop(0);
        synchronized (this) {
            lost++;
        }
    }

    synchronized View view() {
        List<CellView> cells = stocks.entrySet().stream()
                .flatMap(stock -> stock.getValue().cells.stream().map(cell -> view(stock.getKey(), cell)))
                .toList();
        return new View(cells, taken, lost);
    }

    /** What there is for people and tests to see. */
    public record View(List<CellView> cells, long taken, long lost) {
        public View {
            cells = List.copyOf(cells);
        }
    }

    /** One stem cell. */
    public record CellView(String image, int memoryMb, boolean ready, long pid, int port, long startedMillis) {}

    private static CellView view(InstanceShape shape, StemCell cell) {
        return new CellView(
                shape.image(),
                shape.memoryMb(),
                cell.ready,
                cell.instance.pid(),
                cell.instance.address().getPort(),
                cell.startedMillis);
    }

    /** Starts no more, and gives those that there are, which the caller ends. */
    synchronized List<Instance> close() {
        closed = true;
        List<Instance> left = stocks.values().stream()
                .flatMap(stock -> stock.cells.stream())
                .map(cell -> cell.instance)
                .toList();
        stocks.clear();
        return left;
    }

    private void start(InstanceShape shape, Stock stock) {
        Optional<StemCell> cell = Optional.empty();
        try {
            Instance instance = factory.create("stem-cell", shape, true);
            cell = add(stock, instance);
            if (cell.isEmpty()) {
                instance.stop(0);
            } else if (comesToLife(instance)) {
                ready(stock, cell.get());
            } else {
                endAndLose(stock, cell.get());
            }
        } catch (IOException | RuntimeException e) {
            log.atWarn()
                    .setMessage("a stem cell could not be started")
                    .addKeyValue("image", shape.image())
                    .setCause(e)
                    .log();
            cell.ifPresentOrElse(half -> endAndLose(stock, half), () -> pause(stock));
        }
    }

    /** Nothing if there are none to be any more. */
    private synchronized Optional<StemCell> add(Stock stock, Instance instance) {
        if (closed || !stocks.containsValue(stock)) {
            return Optional.empty();
        }
        StemCell cell = new StemCell(instance, clock.millis());
        stock.cells.add(cell);
        return Optional.of(cell);
    }

    private synchronized void ready(Stock stock, StemCell cell) {
        cell.ready = true;
        stock.failures = 0;
        stock.notBeforeMillis = 0;
    }

    private void endAndLose(Stock stock, StemCell cell) {
        cell.instance.stop(0);
        lose(stock, cell);
    }

    private synchronized void lose(Stock stock, StemCell cell) {
        if (stock.cells.remove(cell)) {
            lost++;
            pause(stock);
        }
    }

    private synchronized void pause(Stock stock) {
        long pause = (long) FIRST_PAUSE_MILLIS << Math.min(stock.failures, MAX_DOUBLINGS);
        stock.failures++;
        stock.notBeforeMillis = clock.millis() + pause;
    }

    private void drop(InstanceShape shape) {
        Stock stock = stocks.remove(shape);
        if (stock != null) {
            stock.cells.forEach(cell -> end(cell.instance));
        }
    }

    private void end(Instance instance) {
        try {
            threads.execute(() -> instance.stop(0));
        } catch (RejectedExecutionException tooBusy) {
            // Nobody would think of it again.
            instance.stop(0);
        }
    }

    private synchronized Optional<StemCell> remove(InstanceShape shape) {
        Stock stock = stocks.get(shape);
        if (stock == null) {
            return Optional.empty();
        }
        Optional<StemCell> first =
                stock.cells.stream().filter(cell -> cell.ready).findFirst();
        first.ifPresent(stock.cells::remove);
        return first;
    }

    private boolean comesToLife(Instance instance) {
        long until = clock.millis() + BOOT_MILLIS;
        boolean goesOn = true;
        while (goesOn && instance.isAlive() && clock.millis() < until) {
            if (answers(instance)) {
                return true;
            }
            goesOn = sleeps();
        }
        return false;
    }

    private boolean answers(Instance instance) {
        try {
            client.ask(instance, ANSWER_MILLIS);
            return true;
        } catch (ContainerException e) {
            return false;
        }
    }

    /** Pauses; false if the platform ends meanwhile. */
    private static boolean sleeps() {
        try {
            Thread.sleep(POLL_MILLIS);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
