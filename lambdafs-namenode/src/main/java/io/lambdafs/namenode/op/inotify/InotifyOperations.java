package io.lambdafs.namenode.op.inotify;

import io.lambdafs.namenode.Operation;
import io.lambdafs.namenode.op.constant.UnsupportedOperation;
import io.lambdafs.store.changefeed.ChangeFeed;
import java.util.Map;
import java.util.Optional;

/** The operations by which HDFS's clients watch the namespace, by the names of their methods. */
public final class InotifyOperations {
    private InotifyOperations() {}

    /** All of them; they refuse where the store has no change feed. */
    public static Map<String, Operation<?, ?>> all(Optional<ChangeFeed> feed) {
        return feed.<Map<String, Operation<?, ?>>>map(changes -> Map.of(
                        "getCurrentEditLogTxid", new CurrentTransactionOperation(changes),
                        "getEditsFromTxid", new EventsOperation(changes)))
                .orElseGet(InotifyOperations::refused);
    }

    private static Map<String, Operation<?, ?>> refused() {
        Operation<?, ?> refusal =
                new UnsupportedOperation("Inotify with a store that has no change feed not supported");
        return Map.of("getCurrentEditLogTxid", refusal, "getEditsFromTxid", refusal);
    }
}
