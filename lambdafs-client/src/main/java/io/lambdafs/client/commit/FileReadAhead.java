package io.lambdafs.client.commit;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.fs.Path;

/**
 * Reads files in their order, a few ahead of the caller: each costs requests to a NameNode and to a DataNode, for which the caller need not
 * wait one after the other. Used by one thread.
 */
final class FileReadAhead<T> implements AutoCloseable {
    /** How many are read at once, and are held in memory before the caller takes them. */
    static final int MOST = 4;

    private final ExecutorService threads = Executors.newFixedThreadPool(MOST, FileReadAhead::thread);
    private final Deque<Future<T>> begun = new ArrayDeque<>();
    private final Iterator<Path> files;
    private final Reading<T> reading;

    /** How a file is read. */
    interface Reading<T> {
        T read(Path file) throws IOException;
    }

    FileReadAhead(List<Path> files, Reading<T> reading) {
        this.files = files.iterator();
        this.reading = reading;
    }

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(work, "lambdafs-read-ahead");
        thread.setDaemon(true);
        return thread;
    }

    /**
     * What the next file holds.
     *
     * @throws java.util.NoSuchElementException if there is none
     * @throws IOException if it cannot be read
     */
    T next() throws IOException {
        while (begun.size() < MOST && files.hasNext()) {
            Path file = files.next();
            begun.add(threads.submit(() -> reading.read(file)));
        }
        try {
            return begun.remove().get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("The commit of a job was interrupted while it read the journals of tasks");
        } catch (ExecutionException e) {
            throw failure(e);
        }
    }

    private static IOException failure(ExecutionException failed) {
        return failed.getCause() instanceof IOException
                ? (IOException) failed.getCause()
                : new IOException("The journal of a task cannot be read", failed.getCause());
    }

    /** Does not wait for what is being read. */
    @Override
    public void close() {
        threads.shutdownNow();
    }
}
