package io.lambdafs.datanode;

import io.lambdafs.store.ClusterIdentity;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Properties;

/** The directory where a DataNode keeps its blocks, as far as one may look into it before the DataNode starts. */
final class DataDirectory {
    private final Path path;

    DataDirectory(Path path) {
        this.path = path.toAbsolutePath().normalize();
    }

    /**
     * Makes sure that the directory exists and holds no blocks of another file system.
     *
     * @throws StartException if it does, or cannot be used
     */
    void prepareFor(ClusterIdentity cluster) {
        try {
            Files.createDirectories(path);
            Optional<String> owner = property("clusterID");
            if (owner.isPresent() && !owner.get().equals(cluster.clusterId())) {
                throw new StartException("the directory " + path + " holds blocks of the file system " + owner.get()
                        + ", but the store is that of " + cluster.clusterId()
                        + ": give another --data-dir, or the store that belongs to it");
            }
        } catch (IOException e) {
            throw new StartException("cannot use the directory " + path + " (" + e + "): give another --data-dir", e);
        }
    }

    /** The UUID of the DataNode whose directory this is; empty before its first start. */
    Optional<String> dataNodeUuid() {
        try {
            return property("datanodeUuid");
        } catch (IOException e) {
            throw new StartException("cannot read the directory " + path + " (" + e + "): give another --data-dir", e);
        }
    }

    private Optional<String> property(String name) throws IOException {
        Path version = path.resolve("current").resolve("VERSION");
        if (!Files.exists(version)) {
            return Optional.empty();
        }
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(version, StandardCharsets.UTF_8)) {
            properties.load(reader);
        }
        return Optional.ofNullable(properties.getProperty(name));
    }
}
