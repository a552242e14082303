package io.lambdafs.storage;

import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;

/** What a volume of a DataNode is made of, in HDFS's order, which is the order of choice between them. */
public enum StorageType {
    /** Memory, which loses its content. */
    RAM_DISK(true),
    SSD(false),
    DISK(false),
    /** Dense and slow. */
    ARCHIVE(false),
    /** A store outside of the DataNodes. */
    PROVIDED(false),
    /** Memory that keeps its content. */
    NVDIMM(false);

    private static final Map<String, StorageType> BY_NAME =
            Arrays.stream(values()).collect(Collectors.toUnmodifiableMap(StorageType::name, type -> type));

    private final boolean volatileContent;

    StorageType(boolean volatileContent) {
        this.volatileContent = volatileContent;
    }

    /** Whether what is stored there is lost with the machine's power, so that no replica may count on it. */
    public boolean isTransient() {
        return volatileContent;
    }

    /** The type with HDFS's name; DISK for one that this version does not know. */
    public static StorageType named(String name) {
        return BY_NAME.getOrDefault(name, DISK);
    }
}
