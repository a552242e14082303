package io.lambdafs.store.rocks.operation;

import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import io.lambdafs.store.WriterId;
import io.lambdafs.store.rocks.engine.TransactionBounds;
import io.lambdafs.store.rocks.keyvalue.Decoder;
import io.lambdafs.store.rocks.keyvalue.Encoder;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Requests and answers as bytes. This is the border to other processes: whatever is wrong with bytes from outside becomes a
 * {@link StoreException} of kind INTERNAL here.
 */
public final class EngineMessages {
    /** As many operations as one call can have. */
    public static final int MOST_OPERATIONS = 2_000;

    /**
     * The largest frame that carries a request or an answer. A listing of as many inodes as one call may return takes a few
     * megabytes.
     */
    public static final int MOST_FRAME_BYTES = 32 << 20;

    private static final int BEGIN = 1;
    private static final int CALL = 2;
    private static final int ROLL_BACK = 3;
    private static final int READ = 4;
    private static final int ASK = 5;

    private static final int COMMIT_AT = 1;
    private static final int SUCCESS = 0;
    private static final int FAILURE = 1;

    private static final Codec<Kind> KIND = Codecs.oneOf(List.of(
            Kind.CONFLICT,
            Kind.UNAVAILABLE,
            Kind.EXPIRED,
            Kind.FENCED,
            Kind.DUPLICATE_KEY,
            Kind.MISSING_ROW,
            Kind.INCOMPATIBLE,
            Kind.INTERNAL,
            Kind.FULL));

    private EngineMessages() {}

    /** Of a transaction that begins; {@link TransactionOperations#OPEN} has the answer. */
    public static byte[] begin(long transaction, WriterId writer, TransactionBounds bounds, Opening opening) {
        Encoder out = new Encoder().putByte(BEGIN).putLong(transaction).putLong(writer.value());
        Codecs.BOUND.put(out, bounds.lock());
        Codecs.BOUND.put(out, bounds.life());
        Opening.CODEC.put(out, opening);
        return out.toArray();
    }

    /** The beginning of a call, to which its operations are added by {@link TableInvocation#put}, the question last. */
    public static Encoder call(long transaction) {
        return new Encoder().putByte(CALL).putFlag(false).putLong(transaction);
    }

    /** Makes a call commit. */
    public static void commit(Encoder call) {
        call.setByte(COMMIT_AT, 1);
    }

    /** Of a transaction that ends; it has no answer. */
    public static byte[] rollBack(long transaction) {
        return new Encoder().putByte(ROLL_BACK).putLong(transaction).toArray();
    }

    /** Of a question outside of any transaction. */
    public static byte[] read(TableInvocation<?, ?> question) {
        Encoder out = new Encoder().putByte(READ);
        question.put(out);
        return out.toArray();
    }

    /** Of an operation on the engine. */
    public static <A> byte[] ask(EngineOperation<A, ?> operation, A argument) {
        Encoder out = new Encoder().putByte(ASK).putByte(operation.number());
        operation.argument().put(out, argument);
        return out.toArray();
    }

    /** Reads a request. */
    public static Request request(Decoder in) {
        try {
            Request request = decode(in);
            requireNothingLeft(in);
            return request;
        } catch (RuntimeException e) {
            throw malformed("the request", e);
        }
    }

    private static Request decode(Decoder in) {
        int type = in.getByte();
        return switch (type) {
            case BEGIN ->
                new Request.Begin(in.getLong(), new WriterId(in.getLong()), bounds(in), Opening.CODEC.get(in));
            case CALL -> call(in);
            case ROLL_BACK -> new Request.RollBack(in.getLong());
            case READ -> new Request.Read(invocation(in));
            case ASK -> ask(Catalogue.engine(in.getByte()), in);
            default -> throw new IllegalArgumentException("no request has the type " + type);
        };
    }

    private static TransactionBounds bounds(Decoder in) {
        return new TransactionBounds(Codecs.BOUND.get(in), Codecs.BOUND.get(in));
    }

    private static Request.Call call(Decoder in) {
        boolean commit = in.getFlag();
        long transaction = in.getLong();
        List<TableInvocation<?, ?>> changes = new ArrayList<>();
        TableInvocation<?, ?> last = invocation(in);
        while (in.remaining() > 0) {
            changes.add(last);
            if (changes.size() >= MOST_OPERATIONS) {
                throw new IllegalArgumentException("a call has at most " + MOST_OPERATIONS + " operations");
            }
            last = invocation(in);
        }
        return new Request.Call(transaction, changes, last, commit);
    }

    private static TableInvocation<?, ?> invocation(Decoder in) {
        return invocation(Catalogue.table(in.getByte()), in);
    }

    private static <A> TableInvocation<A, ?> invocation(TableOperation<A, ?> operation, Decoder in) {
        return new TableInvocation<>(operation, operation.argument().get(in));
    }

    private static <A, R> Request.Ask<A, R> ask(EngineOperation<A, R> operation, Decoder in) {
        return new Request.Ask<>(operation, operation.argument().get(in));
    }

    /** Of a result. */
    public static <R> byte[] success(EngineAction<?, R> operation, R result) {
        Encoder out = new Encoder().putByte(SUCCESS);
        operation.result().put(out, result);
        return out.toArray();
    }

    /** Of a failure. */
    public static byte[] failure(StoreException why) {
        Encoder out = new Encoder().putByte(FAILURE);
        KIND.put(out, why.kind());
        return out.putText(Objects.toString(why.getMessage())).toArray();
    }

    /**
     * Reads an answer.
     *
     * @throws StoreException the failure, if it is one
     */
    public static <R> R answer(EngineAction<?, R> operation, Decoder in) {
        StoreException failure;
        try {
            if (in.getByte() == SUCCESS) {
                R result = operation.result().get(in);
                requireNothingLeft(in);
                return result;
            }
            failure = new StoreException(KIND.get(in), in.getText());
        } catch (RuntimeException e) {
            throw malformed("the answer to " + operation.name(), e);
        }
        throw failure;
    }

    private static void requireNothingLeft(Decoder in) {
        if (in.remaining() > 0) {
            throw new IllegalArgumentException(in.remaining() + " bytes are left over");
        }
    }

    private static StoreException malformed(String what, RuntimeException e) {
        return new StoreException(
                Kind.INTERNAL,
                what + " cannot be read: use the same release of the store and of its users (" + e.getMessage() + ")",
                e);
    }
}
