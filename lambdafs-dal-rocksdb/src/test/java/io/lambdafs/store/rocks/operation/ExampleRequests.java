package io.lambdafs.store.rocks.operation;

import io.lambdafs.store.rocks.keyvalue.Encoder;
import java.util.List;

/** A request for each operation, as its user sends it. */
public final class ExampleRequests {
    private ExampleRequests() {}

    /** All of them; those on the tables are questions outside of transactions. */
    public static List<byte[]> all() {
        return Examples.all().stream().map(ExampleRequests::request).toList();
    }

    private static <A, R> byte[] request(Examples.Example<A, R> example) {
        return example.operation() instanceof TableOperation<A, R> question
                ? Messages.read(new Invocation<>(question, example.argument()))
                : Messages.ask((EngineOperation<A, R>) example.operation(), example.argument());
    }

    /** The same in one transaction that commits. */
    public static byte[] call(long transaction, Operation<?, ?> operation) {
        Encoder call = Messages.call(transaction);
        Examples.all().stream()
                .filter(example -> example.operation().equals(operation))
                .forEach(example -> put(call, example));
        Messages.commit(call);
        return call.toArray();
    }

    private static <A, R> void put(Encoder call, Examples.Example<A, R> example) {
        if (example.operation() instanceof TableOperation<A, R> operation) {
            new Invocation<>(operation, example.argument()).put(call);
        }
    }
}
