package io.lambdafs.gateway;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.Trash;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hadoop's emptier of all users' trash in a thread of its own, as HDFS's NameNode runs it, if the file system tells clients of a trash.
 *
 * <p>Every gateway has one, and all act at the same times. That does no harm: their work is renames and deletions,
 * which one of them carries out and the others find done.
 */
final class TrashEmptier implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(TrashEmptier.class);

    /** Nothing is due earlier, and a gateway that was only just started has other things to do. */
    private static final Duration FIRST = Duration.ofSeconds(30);

    private static final Duration AGAIN = Duration.ofMinutes(1);

    private final Configuration settings;
    private final Thread thread;

    private TrashEmptier(Configuration settings) {
        this.settings = settings;
        thread = new Thread(this::run, "trash");
        thread.setDaemon(true);
    }

    /** Starts it with the settings of a client, whose user must be a superuser. */
    static TrashEmptier start(Configuration settings) {
        TrashEmptier emptier = new TrashEmptier(settings);
        emptier.thread.start();
        return emptier;
    }

    private void run() {
        try {
            Thread.sleep(FIRST.toMillis());
            while (!ran()) {
                Thread.sleep(AGAIN.toMillis());
            }
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        }
    }

    /** Whether the file system said how long the trash is kept, and then was emptied until this was closed. */
    private boolean ran() {
        try (FileSystem fs = FileSystem.newInstance(FileSystem.getDefaultUri(settings), settings)) {
            long minutes = fs.getServerDefaults(new Path("/")).getTrashInterval();
            if (minutes > 0) {
                emptier(fs, settings, minutes).run();
            }
            return true;
        } catch (IOException | RuntimeException e) {
            LOG.atWarn()
                    .setMessage("the file system does not say how long the trash is kept")
                    .setCause(e)
                    .log();
            return false;
        }
    }

    /** What empties the trash of a file system until its thread is interrupted. */
    private static Runnable emptier(FileSystem fs, Configuration settings, long minutes) {
        Configuration own = new Configuration(settings);
        own.setLong(CommonConfigurationKeysPublic.FS_TRASH_INTERVAL_KEY, minutes);
        try {
            return new Trash(fs, own).getEmptier();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
