package io.lambdafs.store.rocks.operation;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** All operations by their number. */
public final class Catalogue {
    /** The highest number that an operation can have. */
    public static final int HIGHEST = 255;

    private static final List<EngineAction<?, ?>> ALL = Stream.of(
                    EngineOperations.all(),
                    INodeOperations.all(),
                    BlockOperations.all(),
                    ReplicaOperations.all(),
                    DataNodeOperations.all(),
                    LeaseOperations.all(),
                    WorkOperations.all(),
                    RoleOperations.all(),
                    DetailOperations.all(),
                    OutcomeOperations.all(),
                    TransactionOperations.all(),
                    VolumeOperations.all())
            .flatMap(List::stream)
            .toList();
    private static final List<Optional<EngineAction<?, ?>>> BY_NUMBER = byNumber();

    private Catalogue() {}

    private static List<Optional<EngineAction<?, ?>>> byNumber() {
        List<Optional<EngineAction<?, ?>>> numbered =
                new ArrayList<>(Collections.nCopies(HIGHEST + 1, Optional.empty()));
        ALL.forEach(operation -> numbered.set(operation.number(), Optional.of(operation)));
        return List.copyOf(numbered);
    }

    /** All operations. */
    public static List<EngineAction<?, ?>> all() {
        return ALL;
    }

    /** The operation on the tables with this number; an {@link IllegalArgumentException} if there is none. */
    static TableOperation<?, ?> table(int number) {
        if (BY_NUMBER.get(number).orElse(null) instanceof TableOperation<?, ?> operation) {
            return operation;
        }
        throw new IllegalArgumentException("no operation on the tables has the number " + number);
    }

    /** The operation on the engine with this number; an {@link IllegalArgumentException} if there is none. */
    static EngineOperation<?, ?> engine(int number) {
        if (BY_NUMBER.get(number).orElse(null) instanceof EngineOperation<?, ?> operation) {
            return operation;
        }
        throw new IllegalArgumentException("no operation on the engine has the number " + number);
    }
}
