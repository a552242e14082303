package io.lambdafs.storage;

import io.lambdafs.fs.QuotaCounts;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;

/** What a volume of a DataNode is made of, in HDFS's order, which is the order of choice between them. */
public enum StorageType {
    /** Memory, which loses its content. */
    RAM_DISK(true, 0),
    SSD(false, 1),
    DISK(false, 2),
    /** Dense and slow. */
    ARCHIVE(false, 3),
    /** A store outside of the DataNodes. */
    PROVIDED(false, 4),
    /** Memory that keeps its content. */
    NVDIMM(false, 5);

    private static final Map<String, StorageType> BY_NAME =
            Arrays.stream(values()).collect(Collectors.toUnmodifiableMap(StorageType::name, type -> type));

    private final boolean volatileContent;
    private final int quotaDimension;

    StorageType(boolean volatileContent, int number) {
        this.volatileContent = volatileContent;
        this.quotaDimension = QuotaCounts.FIRST_TYPE + number;
    }

    /** Whether what is stored there is lost with the machine's power, so that no replica may count on it. */
    public boolean isTransient() {
        return volatileContent;
    }

    /** The dimension in which quotas count the space on storages of this type. It is stored and never changes. */
    public int quotaDimension() {
        return quotaDimension;
    }

    /** The type with HDFS's name; DISK for one that this version does not know. */
    public static StorageType named(String name) {
        return BY_NAME.getOrDefault(name, DISK);
    }
}
