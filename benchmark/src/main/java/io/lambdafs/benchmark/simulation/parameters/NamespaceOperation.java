package io.lambdafs.benchmark.simulation.parameters;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** An operation of the namespace that is simulated. Its row is its name in {@code benchmark/run compare}. */
public enum NamespaceOperation {
    OPEN("open", "read", true),
    STAT("stat", "stat", true),
    LS("ls", "ls", true),
    CREATE("create", "create", false),
    MKDIRS("mkdirs", "mkdir", false),
    RENAME("rename", "mv", false),
    DELETE("delete", "delete", false);

    private final String row;
    private final String title;
    private final boolean read;

    NamespaceOperation(String row, String title, boolean read) {
        this.row = row;
        this.title = title;
        this.read = read;
    }

    public String row() {
        return row;
    }

    /** The λFS paper's word for it. */
    public String title() {
        return title;
    }

    /** Whether it changes nothing. */
    public boolean isRead() {
        return read;
    }

    /** The operation of a row. */
    public static NamespaceOperation ofRow(String row) {
        return Arrays.stream(values())
                .filter(operation -> operation.row.equals(row))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "there is no operation '" + row + "'; the operations are " + String.join(", ", rows())));
    }

    /** The rows of all of them. */
    public static List<String> rows() {
        return Arrays.stream(values()).map(NamespaceOperation::row).toList();
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
