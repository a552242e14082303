package io.lambdafs.datanode;

import static java.util.Objects.requireNonNull;

import io.lambdafs.storage.StorageType;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A directory where a DataNode keeps blocks, and what it is made of. */
public record Volume(StorageType type, Path directory) {
    private static final Pattern TYPED = Pattern.compile("\\[(?<type>\\w+)](?<directory>.+)");

    public Volume {
        requireNonNull(type, "type");
        requireNonNull(directory, "directory");
    }

    public static Volume disk(Path directory) {
        return new Volume(StorageType.DISK, directory);
    }

    /**
     * Reads a directory with or without a type in brackets before it, such as {@code [SSD]/mnt/ssd}.
     *
     * @throws IllegalArgumentException if there is no such type
     */
    static Volume parse(String text) {
        Matcher typed = TYPED.matcher(text);
        return typed.matches()
                ? new Volume(
                        type(typed.group("type")),
                        Path.of(typed.group("directory").strip()))
                : disk(Path.of(text));
    }

    private static StorageType type(String name) {
        for (StorageType type : StorageType.values()) {
            if (type.name().equalsIgnoreCase(name) && type != StorageType.PROVIDED) {
                return type;
            }
        }
        throw new IllegalArgumentException(
                "a volume is of the type RAM_DISK, SSD, DISK, ARCHIVE or NVDIMM, not " + name);
    }

    /** As Hadoop writes it in {@code dfs.datanode.data.dir}. */
    String setting() {
        return "[" + type + "]" + directory.toAbsolutePath().toUri();
    }
}
