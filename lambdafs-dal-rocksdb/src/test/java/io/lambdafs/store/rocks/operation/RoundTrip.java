package io.lambdafs.store.rocks.operation;

import io.lambdafs.store.StoreException;
import io.lambdafs.store.rocks.keyvalue.Decoder;
import io.lambdafs.store.rocks.keyvalue.Encoder;
import java.util.Arrays;
import java.util.Optional;

/** Reads requests and answers that may be anything, and sees that what is read can be written. */
public final class RoundTrip {
    private RoundTrip() {}

    /** The request that the bytes are, if they are one; a failure if it is another one when it was written and read again. */
    public static Optional<Request> request(byte[] bytes) {
        Request request;
        try {
            request = EngineMessages.request(decoder(bytes));
        } catch (StoreException e) {
            return Optional.empty();
        }
        byte[] written = bytes(request);
        byte[] again = bytes(EngineMessages.request(decoder(written)));
        if (!Arrays.equals(written, again)) {
            throw new AssertionError("a request is not the same after it was written and read: " + request);
        }
        return Optional.of(request);
    }

    private static Decoder decoder(byte[] bytes) {
        return new Decoder(bytes, 0, bytes.length);
    }

    private static byte[] bytes(Request request) {
        if (request instanceof Request.Begin begin) {
            return EngineMessages.begin(begin.transaction(), begin.writer(), begin.bounds(), begin.opening());
        } else if (request instanceof Request.Call call) {
            return bytes(call);
        } else if (request instanceof Request.RollBack ended) {
            return EngineMessages.rollBack(ended.transaction());
        } else if (request instanceof Request.Read read) {
            return EngineMessages.read(read.question());
        }
        return bytes((Request.Ask<?, ?>) request);
    }

    private static <A, R> byte[] bytes(Request.Ask<A, R> ask) {
        return EngineMessages.ask(ask.operation(), ask.argument());
    }

    private static byte[] bytes(Request.Call call) {
        Encoder out = EngineMessages.call(call.transaction());
        call.changes().forEach(change -> change.put(out));
        call.question().put(out);
        if (call.commit()) {
            EngineMessages.commit(out);
        }
        return out.toArray();
    }

    /** The operation whose result answers the request; none if it has no answer. */
    public static Optional<EngineAction<?, ?>> operation(Request request) {
        if (request instanceof Request.Begin) {
            return Optional.of(TransactionOperations.OPEN);
        } else if (request instanceof Request.Call call) {
            return Optional.of(call.question().operation());
        } else if (request instanceof Request.Read read) {
            return Optional.of(read.question().operation());
        }
        return request instanceof Request.Ask<?, ?> ask ? Optional.of(ask.operation()) : Optional.empty();
    }

    /**
     * Reads an answer.
     *
     * @throws StoreException the failure, if it is one
     */
    public static Object answer(EngineAction<?, ?> operation, byte[] bytes) {
        return EngineMessages.answer(operation, decoder(bytes));
    }
}
