package io.lambdafs.migration;

import static java.util.Objects.requireNonNull;

import io.lambdafs.migration.MigrationProgress.Phase;
import io.lambdafs.store.Pause;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.move.MovableStore;
import io.lambdafs.store.move.MoveMark;
import io.lambdafs.store.move.MoveRow;
import io.lambdafs.store.move.MoveTable;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Moves everything from one store to another, while no file system uses either.
 *
 * <p>The target is marked before anything else, then the source is sealed, so that nothing changes what is being copied. Pages of
 * rows follow, each with the mark of how far the copy is. A run that was interrupted at any point is repeated and goes on from the
 * mark. When everything is copied, source and target are compared row by row. Only then the mark is removed, and the target is
 * opened as a file system. The source stays sealed.
 */
public final class StoreMigration {
    /**
     * One of the two stores.
     *
     * @param place where it is, for people; the same in each run
     * @param isPrivate whether no other process can reach it
     */
    public record Side(MovableStore store, String place, boolean isPrivate) {
        public Side {
            requireNonNull(store, "store");
            requireNonNull(place, "place");
        }

        /** A store that others can reach if its kind allows it. */
        public Side(MovableStore store, String place) {
            this(store, place, store.isExclusive());
        }
    }

    private final MovableStore source;
    private final MovableStore target;
    private final boolean isSourcePrivate;
    private final String from;
    private final String to;
    private final MigrationSettings settings;
    private final Pause pause;
    private final MigrationProgress progress;
    private long copied;

    /** A migration between these two. */
    public StoreMigration(
            Side source, Side target, MigrationSettings settings, Pause pause, MigrationProgress progress) {
        this.source = source.store();
        this.target = target.store();
        this.isSourcePrivate = source.isPrivate();
        this.from = source.place();
        this.to = target.place();
        this.settings = requireNonNull(settings, "settings");
        this.pause = requireNonNull(pause, "pause");
        this.progress = requireNonNull(progress, "progress");
    }

    /**
     * Moves everything, or what an interrupted run has left.
     *
     * @throws MigrationException if the stores do not allow it, or differ afterwards
     * @throws StoreException if one of them fails; run it again then
     */
    public MigrationReport run() {
        requireDifferentStores();
        MoveMark mark = startingPoint();
        progress.step("sealing " + from);
        source.seal(to, settings.fence());
        Map<MoveTable, Long> counted = new EnumMap<>(MoveTable.class);
        for (MoveTable table : MoveTable.values()) {
            counted.put(table, source.count(table));
        }
        progress.step("copying "
                + counted.values().stream().mapToLong(Long::longValue).sum() + " rows");
        copyFrom(mark, counted);
        target.adopt(source.header());
        progress.step("comparing " + from + " and " + to);
        Map<MoveTable, Long> rows =
                new StoreComparison(source, target, settings.pageRows(), progress).requireSame(counted);
        target.finish();
        return new MigrationReport(rows, copied);
    }

    private void requireDifferentStores() {
        if (from.equals(to)) {
            throw new MigrationException("source and target are the same store: " + from);
        }
        source.mark().ifPresent(mark -> {
            throw new MigrationException("the source " + from + " has only a part of the metadata of " + mark.from()
                    + ", because moving it there has not ended: end that first");
        });
        Optional<String> seal = source.seal();
        if (seal.isPresent() && !seal.get().equals(to)) {
            throw new MigrationException("the source " + from + " was moved to " + seal.get()
                    + ", or is being moved there. Move from that store, or run `lambdafs migrate --reopen` with the"
                    + " source's URL to give up what was changed there");
        }
        target.seal().ifPresent(other -> {
            throw new MigrationException(
                    "the target " + to + " still has the metadata that was moved to " + other + ": use an empty store");
        });
    }

    /** Where to go on, or the beginning of an empty target that is marked now. */
    private MoveMark startingPoint() {
        Optional<MoveMark> present = target.mark();
        if (present.isPresent()) {
            requireOurs(present.get());
            progress.step("going on after " + present.get().copied() + " rows");
        } else if (!target.isEmpty()) {
            throw new MigrationException("the target " + to + " is not empty"
                    + (source.seal().isPresent() ? ", perhaps because the move to it has ended already" : "")
                    + ": use a new database, or a new directory");
        }
        requireQuietSource();
        MoveMark mark = present.orElseGet(
                () -> MoveMark.begin(from, source.header().identity().clusterId()));
        target.begin(mark, settings.fence());
        return mark;
    }

    /** A sealed source is quiet: nobody writes to it since it was sealed, or while it is being sealed for good. */
    private void requireQuietSource() {
        if (source.seal().isEmpty() && !isSourcePrivate) {
            progress.step("watching " + from + " for " + settings.watch().toSeconds() + " s");
            new QuietSource(source, settings.pageRows()).require(settings.watch(), pause);
        }
    }

    private void requireOurs(MoveMark mark) {
        String clusterId = source.header().identity().clusterId();
        if (!mark.clusterId().equals(clusterId) || !mark.from().equals(from)) {
            throw new MigrationException("the target " + to + " has the remains of a move from " + mark.from() + " ("
                    + mark.clusterId() + "), not from " + from + " (" + clusterId
                    + "): end that move with the arguments with which it began, or use an empty store");
        }
        if (mark.copied() > 0 && source.seal().isEmpty()) {
            throw new MigrationException("the target " + to + " has " + mark.copied() + " rows of " + from
                    + ", which may have changed since: it was reopened. Use an empty store");
        }
    }

    private void copyFrom(MoveMark begin, Map<MoveTable, Long> counted) {
        MoveMark mark = begin;
        for (MoveTable table : MoveTable.values()) {
            if (table.compareTo(begin.table()) >= 0) {
                mark = copy(table, table == begin.table() ? mark : mark.at(table, Optional.empty(), 0), counted);
            }
        }
    }

    private MoveMark copy(MoveTable table, MoveMark begin, Map<MoveTable, Long> counted) {
        // What is left of the table is not known after an interruption, without reading what is there.
        long already = begin.after().isPresent() ? target.count(table) : 0;
        long total = counted.getOrDefault(table, 0L) - already;
        MoveMark mark = begin;
        long done = 0;
        List<MoveRow> page = source.read(table, mark.after(), settings.pageRows());
        while (!page.isEmpty()) {
            mark = mark.at(table, Optional.of(page.get(page.size() - 1).key()), page.size());
            target.write(page, mark);
            done += page.size();
            copied += page.size();
            progress.rows(Phase.COPY, table, done, total);
            page = source.read(table, mark.after(), settings.pageRows());
        }
        return mark;
    }
}
