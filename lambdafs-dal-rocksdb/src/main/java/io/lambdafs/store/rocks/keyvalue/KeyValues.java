package io.lambdafs.store.rocks.keyvalue;

import io.lambdafs.store.StoreException;
import io.lambdafs.store.maintenance.StoreFigure;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Ordered tables of bytes that survive a crash.
 *
 * <p>One thread reads and refreshes. One other thread may write meanwhile. What is written is read only after the next
 * {@link #refresh}, so that the reading thread decides when others see it. Failures are {@link StoreException}s.
 */
public interface KeyValues extends AutoCloseable {
    /** What the row holds, as of the last refresh; null if there is none. */
    @Nullable
    Bytes get(Table table, Bytes key);

    /**
     * Up to so many rows in the order of their keys, as of the last refresh.
     *
     * @param from the first key that counts
     * @param to the first key that counts no more; empty if all do
     */
    List<Entry> scan(Table table, Bytes from, Bytes to, int limit);

    /**
     * Writes a batch; of several changes of a row the last counts. When this returns, the batch survives a crash of the
     * machine. After a crash before that, all of it is there or nothing.
     *
     * @throws StoreException FULL if nothing of the batch was written, because there is no room; any other kind if it is
     *     not known whether the batch would survive. Then nothing must be written until {@link #recover} has returned.
     */
    void write(List<BatchRow> batch);

    /**
     * Finds out what became of a batch whose write failed. When this returns, reads see what is durable, with all of the
     * batch or nothing of it, and the tables can be written again. Nobody may write meanwhile.
     *
     * @throws StoreException if that is not possible yet. Reads may go on or fail; the caller may try again.
     */
    void recover();

    /** Lets reads see all that has been written. */
    void refresh();

    /** How much of the disk and of the memory the tables take. Asked by the reading thread. */
    List<StoreFigure> figures();

    /**
     * Copies the tables to a directory that can be opened like their own, as of a moment during this call. The copy has
     * each batch whose write has returned, and all or nothing of each other one. Any thread may ask for it, others go
     * on meanwhile.
     *
     * @param directory where nothing is yet; its parent exists
     * @throws StoreException if there is something, if the disk is full, or if these tables cannot be copied
     */
    void copyTo(Path directory);

    /** Releases files and memory. */
    @Override
    void close();
}
