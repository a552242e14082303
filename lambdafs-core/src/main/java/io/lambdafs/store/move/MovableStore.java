package io.lambdafs.store.move;

import io.lambdafs.store.MetadataStore.Writer;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A store from which or to which everything is moved, while no file system uses it. Used by one thread.
 *
 * <p>A source is sealed: no writer is registered any more, and no NameNode opens the store, until the seal is broken. A target
 * has a {@link MoveMark} from the beginning of the move to its end, and no NameNode opens it meanwhile. Every failure is a
 * {@link io.lambdafs.store.StoreException}.
 */
public interface MovableStore extends AutoCloseable {
    /** The most rows that a page has. */
    int MAX_PAGE = 10_000;

    /** Whether no other process can use the store while this is open. */
    boolean isExclusive();

    /** What the store has besides its rows. */
    StoreHeader header();

    /** The writers that are registered and not fenced, with their labels. */
    List<Writer> writers();

    /** The number of rows of a table. Reads all of them where nothing else tells. */
    long count(MoveTable table);

    /**
     * The first rows of a table after this key, in the order of their keys; fewer than the limit only at the end.
     *
     * @param after empty for the first page
     * @param limit from 1 to {@link #MAX_PAGE}
     */
    List<MoveRow> read(MoveTable table, Optional<MoveKey> after, int limit);

    /** Where this source's content goes or went; empty if it is not sealed. */
    Optional<String> seal();

    /**
     * Seals the source durably, and ends its writers: when this returns, no transaction of any is open, and none can begin.
     * May be repeated.
     *
     * @param to where the content goes, for people
     * @param bound how long to wait for transactions to end
     * @throws io.lambdafs.store.StoreException of kind CONFLICT if they did not. The store is sealed all the same
     */
    void seal(String to, Duration bound);

    /** Breaks the seal, if there is one: the store can be used as a file system again. */
    void unseal();

    /** The mark of the move that has this store as its target; empty if there is none, or if it is complete. */
    Optional<MoveMark> mark();

    /** Whether the store has never had anything but an empty root, as far as its rows tell. */
    default boolean isEmpty() {
        return Arrays.stream(MoveTable.values())
                .allMatch(table -> read(table, Optional.empty(), 2).size() == (table == MoveTable.INODES ? 1 : 0));
    }

    /**
     * Makes an empty store the target of a move: marks it durably, ends its writers as {@link #seal} does, and removes its
     * root. A store that has a mark keeps it and its rows: then this only ends the writers.
     */
    void begin(MoveMark mark, Duration bound);

    /**
     * Adds a page of rows, which must not exist, and changes the mark, durably and in one transaction.
     *
     * @param rows at most {@link #MAX_PAGE}, all of one table
     */
    void write(List<MoveRow> rows, MoveMark mark);

    /** Takes over what the source has besides its rows. May be repeated. */
    void adopt(StoreHeader header);

    /** Removes the mark: from now on the store is opened as a file system. */
    void finish();

    /** Releases connections and files. */
    @Override
    void close();
}
