package io.lambdafs.benchmark.simulation.parameters;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** A metadata store that is simulated. */
public enum StoreKind {
    POSTGRESQL,
    NDB,
    ENGINE;

    /** Its name in parameters and on the command line. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Reads names with commas between them.
     *
     * @throws IllegalArgumentException if one of them is none
     */
    public static List<StoreKind> parse(String text) {
        List<StoreKind> kinds = new ArrayList<>();
        for (String name : text.split(",", -1)) {
            kinds.add(Arrays.stream(values())
                    .filter(kind -> kind.key().equals(name))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException(
                            "--stores: there is no store '" + name + "'; the stores are postgresql, ndb, engine")));
        }
        return kinds.stream().distinct().toList();
    }
}
