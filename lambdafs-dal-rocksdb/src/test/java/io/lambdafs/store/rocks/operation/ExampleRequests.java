package io.lambdafs.store.rocks.operation;

import io.lambdafs.store.rocks.keyvalue.Encoder;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A request for each operation, as its user sends it. */
public final class ExampleRequests {
    private ExampleRequests() {}

    /** All of them; those on the tables are questions outside of transactions. */
    public static List<byte[]> all() {
        return Examples.all().stream().map(ExampleRequests::request).toList();
    }

    /** The same by the names of the operations. */
    public static Map<String, byte[]> named() {
        Map<String, byte[]> requests = new TreeMap<>();
        Examples.all().forEach(example -> requests.put(example.operation().name(), request(example)));
        return requests;
    }

    private static <A, R> byte[] request(Examples.Example<A, R> example) {
        return example.operation() instanceof TableOperation<A, R> question
                ? EngineMessages.read(new TableInvocation<>(question, example.argument()))
                : EngineMessages.ask((EngineOperation<A, R>) example.operation(), example.argument());
    }

    /** The same in one transaction that commits. */
    public static byte[] call(long transaction, EngineAction<?, ?> operation) {
        Encoder call = EngineMessages.call(transaction);
        Examples.all().stream()
                .filter(example -> example.operation().equals(operation))
                .forEach(example -> put(call, example));
        EngineMessages.commit(call);
        return call.toArray();
    }

    private static <A, R> void put(Encoder call, Examples.Example<A, R> example) {
        if (example.operation() instanceof TableOperation<A, R> operation) {
            new TableInvocation<>(operation, example.argument()).put(call);
        }
    }
}
