package io.lambdafs.store.maintenance;

import static java.util.Objects.requireNonNull;

/**
 * One number that says how a store is.
 *
 * @param name for people, such as "log"
 */
public record StoreFigure(String name, long value, Unit unit) {
    /** What the number counts. */
    public enum Unit {
        COUNT,
        BYTES
    }

    public StoreFigure {
        requireNonNull(name, "name");
        requireNonNull(unit, "unit");
    }

    public static StoreFigure count(String name, long value) {
        return new StoreFigure(name, value, Unit.COUNT);
    }

    public static StoreFigure bytes(String name, long value) {
        return new StoreFigure(name, value, Unit.BYTES);
    }
}
