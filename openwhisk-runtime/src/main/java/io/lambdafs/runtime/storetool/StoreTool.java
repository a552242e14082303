package io.lambdafs.runtime.storetool;

import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import io.lambdafs.store.maintenance.StoreFigure;
import io.lambdafs.store.maintenance.StoreMaintenance;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;

/** Prints what operators ask of a store. */
public final class StoreTool {
    private static final String USAGE =
            "changes SINCE LIMIT FOLLOW | backup DIRECTORY | figures | secure FILE | adopt-key FILE | simple"
                    + " | replace-key FILE MINUTES | tokens | cancel-tokens USER";

    private final PrintStream out;
    private final InstantSource clock;
    private volatile boolean stopped;

    /**
     * A tool.
     *
     * @param out takes what it prints
     * @param clock by which a key that was replaced ends
     */
    public StoreTool(PrintStream out, InstantSource clock) {
        this.out = out;
        this.clock = clock;
    }

    /** Ends what goes on, after a whole line. Any thread may ask for it. */
    public void stop() {
        stopped = true;
    }

    /**
     * Does what the arguments say: {@value #USAGE}.
     *
     * @throws StoreException if the store cannot do it; INCOMPATIBLE if it never can
     * @throws IllegalArgumentException if they make no sense
     */
    public void run(List<String> arguments, MetadataStore store) {
        String what = arguments.isEmpty() ? "" : arguments.get(0);
        if (what.equals("changes") && arguments.size() == 4) {
            changes(
                    store,
                    new ChangeReading(
                            arguments.get(1),
                            Long.parseLong(arguments.get(2)),
                            Boolean.parseBoolean(arguments.get(3))));
        } else if (what.equals("backup") && arguments.size() == 2) {
            long commit = maintenance(store).backUp(Path.of(arguments.get(1)));
            out.println("The backup " + arguments.get(1) + " has all commits up to number " + commit + ".");
        } else if (what.equals("figures") && arguments.size() == 1) {
            maintenance(store).figures().forEach(figure -> out.println(line(figure)));
        } else if (!changeMode(arguments, new StoreModeChange(store, clock))
                && !tokens(arguments, new IssuedTokens(store))) {
            throw new IllegalArgumentException("usage: " + USAGE);
        }
    }

    private boolean tokens(List<String> arguments, IssuedTokens tokens) {
        if (arguments.equals(List.of("tokens"))) {
            tokens.lines().forEach(out::println);
        } else if (arguments.size() == 2 && arguments.get(0).equals("cancel-tokens")) {
            out.println(tokens.cancel(arguments.get(1)));
        } else {
            return false;
        }
        return true;
    }

    private static boolean changeMode(List<String> arguments, StoreModeChange change) {
        String what = arguments.isEmpty() ? "" : arguments.get(0);
        if (what.equals("secure") && arguments.size() == 2) {
            change.secure(Path.of(arguments.get(1)));
        } else if (what.equals("adopt-key") && arguments.size() == 2) {
            change.adopt(Path.of(arguments.get(1)));
        } else if (what.equals("replace-key") && arguments.size() == 3) {
            change.replaceKey(Path.of(arguments.get(1)), Duration.ofMinutes(Long.parseLong(arguments.get(2))));
        } else if (what.equals("simple") && arguments.size() == 1) {
            change.simple();
        } else {
            return false;
        }
        return true;
    }

    private void changes(MetadataStore store, ChangeReading reading) {
        reading.run(
                store.changeFeed()
                        .orElseThrow(() -> new StoreException(
                                Kind.INCOMPATIBLE,
                                "this store has no change feed: the embedded store 'rocks' has one, PostgreSQL and NDB do"
                                        + " not")),
                transaction -> out.println(ChangeLines.line(transaction)),
                () -> stopped,
                pause -> {
                    out.flush();
                    LockSupport.parkNanos(pause.toNanos());
                });
    }

    private static StoreMaintenance maintenance(MetadataStore store) {
        return store.maintenance()
                .orElseThrow(() -> new StoreException(
                        Kind.INCOMPATIBLE,
                        "this store is a server of its own: use its tools for figures and backups, such as pg_dump"));
    }

    private static String line(StoreFigure figure) {
        String value = figure.unit() == StoreFigure.Unit.BYTES
                ? String.format(Locale.ROOT, "%,.1f MiB", figure.value() / (double) (1 << 20))
                : String.format(Locale.ROOT, "%,d", figure.value());
        return String.format(Locale.ROOT, "%-34s %16s", figure.name(), value);
    }
}
