package io.lambdafs.datanode;

import io.lambdafs.store.ClusterIdentity;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The directories where a DataNode keeps its blocks. One that is lost does not keep the others from being used. */
record DataDirectories(List<DataNodeDirectory> all) {
    private static final Logger LOG = LoggerFactory.getLogger(DataDirectories.class);

    DataDirectories {
        all = List.copyOf(all);
    }

    static DataDirectories of(List<Path> paths) {
        return new DataDirectories(paths.stream().map(DataNodeDirectory::new).toList());
    }

    /**
     * Makes sure that the directories exist and hold no blocks of another file system.
     *
     * @return the UUID of the DataNode whose directories these are; empty before its first start
     * @throws DataNodeStartException if one belongs to another file system, or if none can be used
     */
    Optional<String> prepareFor(ClusterIdentity cluster) {
        List<DataNodeStartException> lost = new ArrayList<>();
        Optional<String> uuid = Optional.empty();
        for (DataNodeDirectory directory : all) {
            try {
                directory.prepare();
                directory.requireOwner(cluster);
                Optional<String> found = directory.dataNodeUuid();
                uuid = uuid.isPresent() ? uuid : found;
            } catch (DataNodeDirectory.LostException e) {
                LOG.atWarn()
                        .setMessage("a data directory is lost: {}")
                        .addArgument(e.getMessage())
                        .log();
                lost.add(new DataNodeStartException(String.valueOf(e.getMessage()), e));
            }
        }
        if (lost.size() == all.size()) {
            throw lost.get(0);
        }
        return uuid;
    }
}
