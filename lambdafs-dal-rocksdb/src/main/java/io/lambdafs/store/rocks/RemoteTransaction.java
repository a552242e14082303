package io.lambdafs.store.rocks;

import io.lambdafs.store.rocks.keyvalue.Encoder;
import io.lambdafs.store.rocks.net.EngineCallException;
import io.lambdafs.store.rocks.net.EngineConnection;
import io.lambdafs.store.rocks.operation.Done;
import io.lambdafs.store.rocks.operation.EngineMessages;
import io.lambdafs.store.rocks.operation.TableInvocation;
import io.lambdafs.store.rocks.operation.TableOperation;

/** A transaction of an engine in another process. It ends with the connection on which it began. */
final class RemoteTransaction implements LinkedTransaction {
    private static final int MOST_GATHERED = 1_000;
    private static final int MOST_BYTES = 1 << 18;

    private final RemoteLink link;
    private final EngineConnection connection;
    private final long number;
    private Encoder call;
    private int gathered;

    RemoteTransaction(RemoteLink link, EngineConnection connection, long number) {
        this.link = link;
        this.connection = connection;
        this.number = number;
        this.call = EngineMessages.call(number);
    }

    long number() {
        return number;
    }

    @Override
    public <A> void later(TableOperation<A, Done> change, A argument) {
        new TableInvocation<>(change, argument).put(call);
        gathered++;
    }

    @Override
    public boolean isFull() {
        return gathered >= MOST_GATHERED || call.length() >= MOST_BYTES;
    }

    @Override
    public <A, R> R ask(TableOperation<A, R> operation, A argument, boolean commit) {
        new TableInvocation<>(operation, argument).put(call);
        if (commit) {
            EngineMessages.commit(call);
        }
        byte[] request = call.toArray();
        call = EngineMessages.call(number);
        gathered = 0;
        return commit ? link.ask(connection, request, operation) : link.askInTurn(connection, request, operation);
    }

    @Override
    public void rollBack() {
        try {
            connection.tell(EngineMessages.rollBack(number));
        } catch (EngineCallException e) {
            // The engine rolls back what a lost connection leaves open, and ends what lives for too long.
        }
    }
}
