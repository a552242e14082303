package io.lambdafs.benchmark.harness.engine;

import io.lambdafs.benchmark.harness.workload.RunPlan.Target;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;

/** The connections to a file system of the clients of one process. For one thread. */
public final class FileSystems implements AutoCloseable {
    private final Target target;
    private final List<FileSystem> open = new ArrayList<>();
    private final Map<String, FileSystem> shared = new HashMap<>();

    /** None yet. */
    public FileSystems(Target target) {
        this.target = target;
    }

    /**
     * The connection of another client. If the target has several URIs, clients take them in turn. All clients with the same URI have the same
     * connection if they share it.
     *
     * @param number of the client among all of the run
     */
    public FileSystem forClient(int number) throws IOException {
        List<String> uris = target.uris();
        String uri = uris.get(number % uris.size());
        FileSystem known = target.perClient() ? null : shared.get(uri);
        if (known != null) {
            return known;
        }
        FileSystem made = connect(target, uri);
        open.add(made);
        shared.put(uri, made);
        return made;
    }

    /**
     * A new connection, to the first URI if there are several.
     *
     * @throws IllegalArgumentException if the URI is none
     */
    public static FileSystem connect(Target target) throws IOException {
        return connect(target, target.uris().get(0));
    }

    private static FileSystem connect(Target target, String text) throws IOException {
        Configuration configuration = new Configuration();
        configuration.set("fs.noop.impl", NoOpFileSystem.class.getName());
        target.settings().forEach(configuration::set);
        try {
            URI uri = text.isEmpty() ? FileSystem.getDefaultUri(configuration) : new URI(text);
            return FileSystem.newInstance(uri, configuration);
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException(
                    "'" + text + "' is no URI of a file system: write one such as hdfs://lambdafs/", e);
        }
    }

    @Override
    public void close() throws IOException {
        for (FileSystem fs : open) {
            fs.close();
        }
        open.clear();
        shared.clear();
    }
}
