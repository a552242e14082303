package io.lambdafs.store.rocks.operation;

import static java.util.Objects.requireNonNull;

import io.lambdafs.store.WriterId;
import io.lambdafs.store.rocks.engine.TransactionBounds;
import java.util.List;

/** What a user asks of the engine, as {@link EngineMessages} reads it. */
public sealed interface Request {
    /**
     * A transaction begins.
     *
     * @param transaction its number, which the connection has not used before
     */
    record Begin(long transaction, WriterId writer, TransactionBounds bounds, Opening opening) implements Request {
        public Begin {
            requireNonNull(writer, "writer");
            requireNonNull(bounds, "bounds");
            requireNonNull(opening, "opening");
        }
    }

    /**
     * A transaction makes changes, asks a question, and perhaps commits.
     *
     * @param question what is answered
     */
    record Call(long transaction, List<TableInvocation<?, ?>> changes, TableInvocation<?, ?> question, boolean commit)
            implements Request {
        public Call {
            changes = List.copyOf(changes);
            requireNonNull(question, "question");
        }
    }

    /** A transaction ends without a commit. Has no answer. */
    record RollBack(long transaction) implements Request {}

    /** A question outside of any transaction. */
    record Read(TableInvocation<?, ?> question) implements Request {
        public Read {
            requireNonNull(question, "question");
        }
    }

    /** An operation on the engine as a whole. */
    record Ask<A, R>(EngineOperation<A, R> operation, A argument) implements Request {
        public Ask {
            requireNonNull(operation, "operation");
            requireNonNull(argument, "argument");
        }
    }
}
