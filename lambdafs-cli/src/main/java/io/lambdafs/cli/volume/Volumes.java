package io.lambdafs.cli.volume;

import io.lambdafs.storage.StorageType;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The volumes of each DataNode: directories on this machine that pass for storages of these types.
 *
 * @param types of the volumes; the first is in the directory that a DataNode with one volume has
 */
public record Volumes(List<StorageType> types) {
    /** One disk. */
    public static final Volumes DEFAULT = new Volumes(List.of(StorageType.DISK));

    /** The option of {@code start}. */
    public static final String OPTION = "--volumes";

    private static final int MAX = 16;
    private static final Set<StorageType> POSSIBLE = EnumSet.of(
            StorageType.RAM_DISK, StorageType.SSD, StorageType.DISK, StorageType.ARCHIVE, StorageType.NVDIMM);

    public Volumes {
        types = List.copyOf(types);
        if (types.isEmpty() || types.size() > MAX) {
            throw new IllegalArgumentException(OPTION + " takes 1 to " + MAX + " types, not " + types.size());
        }
    }

    /**
     * Reads types with commas between them, such as {@code DISK,SSD}.
     *
     * @throws IllegalArgumentException if there is no such type
     */
    public static Volumes parse(String text) {
        List<StorageType> types = new ArrayList<>();
        for (String name : text.split(",", -1)) {
            types.add(POSSIBLE.stream()
                    .filter(type -> type.name().equalsIgnoreCase(name.strip()))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException(OPTION + " takes "
                            + POSSIBLE.stream().map(StorageType::name).collect(Collectors.joining(", "))
                            + " with commas between them, not " + text)));
        }
        return new Volumes(types);
    }

    /** Whether these volumes are there and perhaps more. */
    public boolean extend(Volumes earlier) {
        return types.size() >= earlier.types.size()
                && types.subList(0, earlier.types.size()).equals(earlier.types);
    }

    /**
     * The settings of a DataNode's program for its volumes.
     *
     * @param place of a directory of this name
     */
    public String dataDirectories(String dataNode, Function<String, Path> place) {
        List<String> directories = new ArrayList<>();
        for (int number = 0; number < types.size(); number++) {
            StorageType type = types.get(number);
            String name = number == 0 ? dataNode : dataNode + "-" + type.name().toLowerCase(Locale.ROOT) + number;
            directories.add("[" + type + "]" + place.apply(name));
        }
        return String.join(",", directories);
    }

    @Override
    public String toString() {
        return types.stream().map(StorageType::name).collect(Collectors.joining(","));
    }
}
