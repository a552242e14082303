package io.lambdafs.cli.store;

import java.util.Arrays;
import java.util.Optional;

/** A kind of metadata store that a stack starts and keeps in its data directory. */
public enum OwnStore {
    /** The engine over RocksDB. */
    ROCKS("rocks", "store"),
    /** A PostgreSQL server. */
    EMBEDDED_POSTGRES("embedded-postgres", "postgres");

    /** What earlier versions called the only own store that they had: {@link #EMBEDDED_POSTGRES}. */
    public static final String EARLIER_NAME = "embedded";

    /** What a stack has that nobody asked for another store. */
    public static final OwnStore DEFAULT = ROCKS;

    private final String option;
    private final String directory;

    OwnStore(String option, String directory) {
        this.option = option;
        this.directory = directory;
    }

    /** The value of {@code --store} that asks for it. */
    public String option() {
        return option;
    }

    /** The name of its component, and of the directory in the data directory that has its files. */
    public String directory() {
        return directory;
    }

    /** The kind that this value of {@code --store} names; empty if it names a store of somebody else's. */
    public static Optional<OwnStore> of(String option) {
        return Arrays.stream(values())
                .filter(kind -> kind.option.equals(option))
                .findFirst();
    }

    /** What a saved value of {@code --store} means, whichever version saved it. */
    public static String saved(String option) {
        return option.equals(EARLIER_NAME) ? EMBEDDED_POSTGRES.option : option;
    }
}
