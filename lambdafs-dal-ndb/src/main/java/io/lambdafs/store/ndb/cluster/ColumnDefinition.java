package io.lambdafs.store.ndb.cluster;

import static java.util.Objects.requireNonNull;

/**
 * A column of a table.
 *
 * @param length the most bytes of a BYTES column; 0 for numbers
 */
public record ColumnDefinition(String name, Type type, int length, boolean nullable) {
    /** What a column holds. Text is UTF-8 in BYTES: so are names ordered as HDFS orders them. */
    public enum Type {
        INT,
        BIGINT,
        UNSIGNED,
        BYTES
    }

    public ColumnDefinition {
        requireNonNull(name, "name");
        requireNonNull(type, "type");
    }

    public static ColumnDefinition integer(String name) {
        return new ColumnDefinition(name, Type.INT, 0, false);
    }

    public static ColumnDefinition bigint(String name) {
        return new ColumnDefinition(name, Type.BIGINT, 0, false);
    }

    public static ColumnDefinition bytes(String name, int length) {
        return new ColumnDefinition(name, Type.BYTES, length, false);
    }

    /** How many bytes before the value of a BYTES column tell its length, in NDB as in MySQL's VARBINARY. */
    int lengthBytes() {
        return length < 256 ? 1 : 2;
    }

    /** The same column, in which a row may have nothing. */
    public ColumnDefinition orNull() {
        return new ColumnDefinition(name, type, length, true);
    }
}
