package io.lambdafs.datanode;

import io.lambdafs.store.ClusterIdentity;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Properties;

/** A directory where a DataNode keeps its blocks, as far as one may look into it before the DataNode starts. */
final class DataNodeDirectory {
    private final Path path;

    DataNodeDirectory(Path path) {
        this.path = path.toAbsolutePath().normalize();
    }

    /** Thrown when a directory cannot be used; the message says which one and what to do. */
    static final class LostException extends Exception {
        private static final long serialVersionUID = 1L;

        LostException(Path path, IOException cause) {
            super("cannot use the directory " + path + " (" + cause + "): give another --data-dir", cause);
        }
    }

    /** Creates the directory, unless it exists. */
    void prepare() throws LostException {
        try {
            Files.createDirectories(path);
        } catch (IOException e) {
            throw new LostException(path, e);
        }
    }

    /**
     * Makes sure that the directory holds no blocks of another file system.
     *
     * @throws DataNodeStartException if it does
     */
    void requireOwner(ClusterIdentity cluster) throws LostException {
        Optional<String> owner = property("clusterID");
        if (owner.isPresent() && !owner.get().equals(cluster.clusterId())) {
            throw new DataNodeStartException("the directory " + path + " holds blocks of the file system " + owner.get()
                    + ", but the store is that of " + cluster.clusterId()
                    + ": give another --data-dir, or the store that belongs to it");
        }
    }

    /** The UUID of the DataNode whose directory this is; empty before its first start. */
    Optional<String> dataNodeUuid() throws LostException {
        return property("datanodeUuid");
    }

    private Optional<String> property(String name) throws LostException {
        Path version = path.resolve("current").resolve("VERSION");
        if (!Files.exists(version)) {
            return Optional.empty();
        }
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(version, StandardCharsets.UTF_8)) {
            properties.load(reader);
        } catch (IOException e) {
            throw new LostException(path, e);
        }
        return Optional.ofNullable(properties.getProperty(name));
    }
}
