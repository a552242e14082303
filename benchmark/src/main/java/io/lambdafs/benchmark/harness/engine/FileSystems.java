package io.lambdafs.benchmark.harness.engine;

import io.lambdafs.benchmark.harness.workload.RunPlan.Target;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;

/** The connections to a file system of the clients of one process. For one thread. */
public final class FileSystems implements AutoCloseable {
    private final Target target;
    private final List<FileSystem> open = new ArrayList<>();

    /** None yet. */
    public FileSystems(Target target) {
        this.target = target;
    }

    /** The connection of another client; the same one for all if they share it. */
    public FileSystem forClient() throws IOException {
        if (open.isEmpty() || target.perClient()) {
            open.add(connect(target));
        }
        return open.get(open.size() - 1);
    }

    /**
     * A new connection.
     *
     * @throws IllegalArgumentException if the URI is none
     */
    public static FileSystem connect(Target target) throws IOException {
        Configuration configuration = new Configuration();
        configuration.set("fs.noop.impl", NoOpFileSystem.class.getName());
        target.settings().forEach(configuration::set);
        try {
            URI uri = target.uri().isEmpty() ? FileSystem.getDefaultUri(configuration) : new URI(target.uri());
            return FileSystem.newInstance(uri, configuration);
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException(
                    "'" + target.uri() + "' is no URI of a file system: write one such as hdfs://lambdafs/", e);
        }
    }

    @Override
    public void close() throws IOException {
        for (FileSystem fs : open) {
            fs.close();
        }
        open.clear();
    }
}
