package io.lambdafs.figures;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.store.MetadataStore;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/** How often operations may wait for a store when the directories on their paths are known. */
public final class RoundTrips {
    private static final int REPEATS = 21;
    private static final Map<String, Long> AT_MOST = Map.of("stat", 1L, "create", 4L, "rename", 6L, "delete", 6L);
    private static final Map<String, Long> AT_MOST_WITH_FORESIGHT =
            Map.of("stat", 1L, "create", 2L, "complete", 2L, "rename", 2L, "delete", 2L);

    /** One operation, carried out on names of this turn. */
    private interface Turn {
        void run(MeasuredNameNode nameNode, int turn);
    }

    private RoundTrips() {}

    /** Lets a NameNode without a cache carry out each operation some times. The store must be empty. */
    public static void assertAsPromised(MetadataStore store, LongSupplier roundTrips) {
        MeasuredNameNode nameNode = new MeasuredNameNode(store);
        MeasuredStore.fill(nameNode, store, roundTrips, 0);
        Map<String, Long> usual = new LinkedHashMap<>();
        usual.put("stat", usual(nameNode, roundTrips, (each, turn) -> each.stat(MeasuredStore.PATH)));
        usual.put("create", usual(nameNode, roundTrips, (each, turn) -> each.create(file("new", turn))));
        moveAndDelete(nameNode, roundTrips, usual);
        assertAtMost(AT_MOST, usual);
    }

    /** The same for a member that caches what is above, over a store that locks what it is told of. The store must be empty. */
    static void assertForeseen(MetadataStore store, LongSupplier roundTrips) {
        try (LoneMember member = LoneMember.of(store)) {
            MeasuredNameNode nameNode = member.nameNode();
            MeasuredStore.fill(nameNode, store, roundTrips, 0);
            Map<String, Long> usual = new LinkedHashMap<>();
            usual.put("create", usual(nameNode, roundTrips, (each, turn) -> each.create(file("new", turn))));
            usual.put("complete", usual(nameNode, roundTrips, (each, turn) -> each.complete(file("new", turn))));
            moveAndDelete(nameNode, roundTrips, usual);
            assertAtMost(AT_MOST_WITH_FORESIGHT, usual);
        }
    }

    private static void moveAndDelete(MeasuredNameNode nameNode, LongSupplier roundTrips, Map<String, Long> usual) {
        usual.put(
                "rename",
                usual(nameNode, roundTrips, (each, turn) -> each.rename(file("new", turn), file("old", turn))));
        usual.put("delete", usual(nameNode, roundTrips, (each, turn) -> each.delete(file("old", turn))));
    }

    private static void assertAtMost(Map<String, Long> most, Map<String, Long> usual) {
        System.out.println("round trips: " + usual);
        assertThat(usual)
                .allSatisfy((operation, count) ->
                        assertThat(count).as("round trips of a " + operation).isBetween(1L, most.get(operation)));
    }

    private static String file(String prefix, int turn) {
        return MeasuredStore.PATH + "/" + prefix + "-" + turn;
    }

    /** The median: now and then numbers are reserved or a statement is prepared besides. */
    private static long usual(MeasuredNameNode nameNode, LongSupplier roundTrips, Turn operation) {
        long[] counts = new long[REPEATS];
        for (int turn = 0; turn < REPEATS; turn++) {
            long before = roundTrips.getAsLong();
            operation.run(nameNode, turn);
            counts[turn] = roundTrips.getAsLong() - before;
        }
        Arrays.sort(counts);
        return counts[REPEATS / 2];
    }
}
