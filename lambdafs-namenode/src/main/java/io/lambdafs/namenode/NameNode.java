package io.lambdafs.namenode;

import static java.util.Objects.requireNonNull;

import io.lambdafs.fs.FsException;
import io.lambdafs.namenode.cache.ReadPath;
import io.lambdafs.namenode.message.FieldCount;
import io.lambdafs.store.ReadView;
import io.lambdafs.wire.Caller;
import io.lambdafs.wire.ErrorCode;
import io.lambdafs.wire.RequestEnvelope;
import io.lambdafs.wire.ResponseEnvelope;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.apache.hadoop.thirdparty.protobuf.InvalidProtocolBufferException;
import org.apache.hadoop.thirdparty.protobuf.MessageLite;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A NameNode: finds the operation that a request names, has it executed, and turns every failure into an answer. */
public final class NameNode implements RequestHandler {
    private static final Logger LOG = LoggerFactory.getLogger(NameNode.class);

    /** The most fields of a request message, elements of lists included: some 3 MB once it is parsed. */
    private static final int MAX_FIELDS = 16 * 1024;

    /** The most reads that are under way or wait only to be kept. */
    private static final int MAX_READS_TO_KEEP = 64;

    private final NameNodeConfig config;
    private final Map<String, Operation<?, ?>> operations;
    private final OperationExecutor executor;
    private final ReadPath reads;
    private final RequestDeduplicator answers;
    private final InstantSource clock;
    private final RequestTerms terms;
    private final NameNodeStats stats;
    private final Executor afterwards;
    private final OperationObserver observer;
    private final Semaphore readsToKeep = new Semaphore(MAX_READS_TO_KEEP);

    /**
     * A NameNode.
     *
     * @param operations by the name of the ClientProtocol method
     * @param execution how they are run
     * @param clock for the times of inodes
     * @param ticker nanoseconds since anything, for the statistics and to continue the store's clock
     */
    public NameNode(
            NameNodeConfig config,
            Map<String, Operation<?, ?>> operations,
            Execution execution,
            InstantSource clock,
            LongSupplier ticker) {
        this.config = requireNonNull(config, "config");
        this.operations = Map.copyOf(operations);
        this.executor = execution.writes();
        this.reads = execution.reads();
        this.answers = execution.answers();
        this.afterwards = execution.afterwards();
        this.observer = execution.observer();
        this.clock = requireNonNull(clock, "clock");
        requireNonNull(ticker, "ticker");
        this.terms = new RequestTerms(ticker);
        this.stats = new NameNodeStats(operations.keySet(), ticker);
    }

    /**
     * How operations are run.
     *
     * @param answers remembers what was answered, for requests that come again
     * @param afterwards runs what no answer has to wait for
     * @param observer hears what was answered
     */
    public record Execution(
            ReadPath reads,
            OperationExecutor writes,
            RequestDeduplicator answers,
            Executor afterwards,
            OperationObserver observer) {
        public Execution {
            requireNonNull(reads, "reads");
            requireNonNull(writes, "writes");
            requireNonNull(answers, "answers");
            requireNonNull(afterwards, "afterwards");
            requireNonNull(observer, "observer");
        }

        /** With answers that wait for everything. */
        public Execution(ReadPath reads, OperationExecutor writes, RequestDeduplicator answers) {
            this(reads, writes, answers, Runnable::run, OperationObserver.NONE);
        }
    }

    public NameNodeStats stats() {
        return stats;
    }

    @Override
    public ResponseEnvelope handle(RequestEnvelope request) {
        long begun = stats.begun();
        ResponseEnvelope response;
        try {
            response = answers.once(request, this::answerAndTell);
        } catch (RuntimeException | Error e) {
            stats.leftAlone();
            throw e;
        }
        stats.served(request.method(), response.error(), begun);
        return response.telling(terms.storeMillis(), 0);
    }

    /**
     * Answers a read from memory. It is not looked up whether the request was answered before: reading again is as cheap,
     * and the present state is as right an answer to a client that still waits as a former one.
     */
    @Override
    public Optional<ResponseEnvelope> handleAtOnce(RequestEnvelope request) {
        if (!reads.keepsSomething()) {
            return Optional.empty();
        }
        long begun = stats.begun();
        ResponseEnvelope response = answerAtOnce(request);
        if (response == null) {
            stats.leftAlone();
            return Optional.empty();
        }
        stats.served(request.method(), response.error(), begun);
        observer.answered(request, response);
        return Optional.of(response.telling(terms.storeMillis(), 0));
    }

    private @Nullable ResponseEnvelope answerAtOnce(RequestEnvelope request) {
        Operation<?, ?> operation = operations.get(request.method());
        if (operation instanceof EncodedCacheableOperation<?, ?> read) {
            return answerAtOnce(read, request);
        }
        if (operation instanceof WriteOperation<?, ?> write && mayChangeNothing(write, request)) {
            return answerIfUnchanged(write, request);
        }
        return null;
    }

    /* What a request that was sent again comes to is recorded; nothing is here. A dated one may follow an undated one. */
    private static boolean mayChangeNothing(WriteOperation<?, ?> operation, RequestEnvelope request) {
        return operation.mayChangeNothing() && request.life().isDated() && !request.isResubmission();
    }

    @Override
    public boolean needsRefresh(RequestEnvelope request) {
        if (!reads.keepsSomething() || reads.isAlwaysFresh()) {
            return false;
        }
        Operation<?, ?> operation = operations.get(request.method());
        return operation instanceof EncodedCacheableOperation<?, ?>
                || (operation instanceof WriteOperation<?, ?> write && mayChangeNothing(write, request));
    }

    @Override
    public boolean refresh() {
        return reads.refresh();
    }

    private <Q extends MessageLite> @Nullable ResponseEnvelope answerIfUnchanged(
            WriteOperation<Q, ?> operation, RequestEnvelope request) {
        try {
            CallContext call = context(request, true);
            Q message = parse(operation, request);
            Optional<byte[]> payload = reads.readAtOnce(
                    view -> operation.answerIfUnchanged(call, view, message).map(MessageLite::toByteArray));
            return payload == null || payload.isEmpty()
                    ? null
                    : ResponseEnvelope.unsettledSuccess(request.id(), payload.get());
        } catch (RuntimeException e) {
            // It is refused, for which the pool finds out why.
            return null;
        }
    }

    /** With a cache that is told of changes none is, because a read from memory must not wait for the store. */
    @Override
    public boolean isShortRead(RequestEnvelope request) {
        return !(reads.keepsSomething() && reads.isAlwaysFresh())
                && operations.get(request.method()) instanceof EncodedCacheableOperation<?, ?>;
    }

    private @Nullable ResponseEnvelope answerAtOnce(
            EncodedCacheableOperation<?, ?> operation, RequestEnvelope request) {
        try {
            byte[] payload = readAtOnce(operation, request);
            return payload == null ? null : ResponseEnvelope.success(request.id(), payload);
        } catch (FsException refused) {
            Failure failure = Failure.of(refused);
            return ResponseEnvelope.failure(request.id(), failure.code(), failure.message());
        } catch (RuntimeException e) {
            // The pool will meet it again, and report it.
            return null;
        }
    }

    private <Q extends MessageLite> byte @Nullable [] readAtOnce(
            EncodedCacheableOperation<Q, ?> operation, RequestEnvelope request) {
        CallContext call = context(request, false);
        Q message = parse(operation, request);
        return reads.readAtOnce(view -> operation.answerFrom(call, view, message));
    }

    private ResponseEnvelope answerAndTell(RequestEnvelope request) {
        ResponseEnvelope response = answer(request);
        observer.answered(request, response);
        return response;
    }

    private ResponseEnvelope answer(RequestEnvelope request) {
        try {
            return ResponseEnvelope.success(request.id(), dispatch(request));
        } catch (RuntimeException e) {
            Failure failure = Failure.of(e);
            if (failure.code() == ErrorCode.INTERNAL) {
                LOG.atError()
                        .setMessage("operation failed and was rolled back")
                        .addKeyValue("method", request.method())
                        .addKeyValue("request", request.id())
                        .setCause(e)
                        .log();
            }
            return mayYetTakeEffect(request, failure.code())
                    ? ResponseEnvelope.unsettledFailure(request.id(), failure.code(), failure.message())
                    : ResponseEnvelope.failure(request.id(), failure.code(), failure.message());
        }
    }

    /* The refusal of a first submission is not recorded: should the client have sent the request again, that may succeed. */
    private boolean mayYetTakeEffect(RequestEnvelope request, ErrorCode refusal) {
        return !request.isResubmission()
                && refusal.kind() == ErrorCode.Kind.USER
                && operations.get(request.method()) instanceof WriteOperation<?, ?>;
    }

    private byte[] dispatch(RequestEnvelope request) {
        terms.askOnce(executor::storeMillis);
        Operation<?, ?> operation = operations.get(request.method());
        CallContext call = context(request, operation instanceof WriteOperation<?, ?>);
        if (operation == null) {
            throw new FsException(ErrorCode.UNKNOWN_METHOD, "Unknown method " + request.method());
        }
        return run(operation, call, request);
    }

    private CallContext context(RequestEnvelope request, boolean changes) {
        terms.requireNotOver(request);
        Caller caller = request.caller();
        return new CallContext(
                caller,
                Authentication.of(request),
                isSuperuser(caller),
                config.permissionsEnabled(),
                RecordedId.of(request),
                request.isResubmission(),
                changes,
                clock.millis());
    }

    private <Q extends MessageLite> byte[] run(Operation<Q, ?> operation, CallContext call, RequestEnvelope request) {
        Q message = parse(operation, request);
        if (operation instanceof WriteOperation<Q, ?> write) {
            terms.requireDated(request, executor::storeMillis);
            return executor.write(
                    write, call, message, now -> terms.requireInTime(request, now), () -> keep(write, call, message));
        }
        return read((EncodedReadOperation<Q, ?>) operation, call, message);
    }

    /**
     * The request came to the store because the cache did not show that it changes nothing. This reads those rows into
     * the cache, so that the next such request need not come.
     */
    private <Q extends MessageLite> void keep(WriteOperation<Q, ?> operation, CallContext call, Q message) {
        if (operation.mayChangeNothing() && reads.keepsSomething() && readsToKeep.tryAcquire()) {
            try {
                afterwards.execute(() -> keepNow(operation, call, message));
            } catch (RejectedExecutionException ending) {
                readsToKeep.release();
            }
        }
    }

    private <Q extends MessageLite> void keepNow(WriteOperation<Q, ?> operation, CallContext call, Q message) {
        try {
            reads.readAndKeep(view -> operation.answerIfUnchanged(call, view, message));
        } catch (RuntimeException unread) {
            // The request is carried out, whatever is kept.
        } finally {
            readsToKeep.release();
        }
    }

    private <Q extends MessageLite> byte[] read(EncodedReadOperation<Q, ?> operation, CallContext call, Q message) {
        return operation instanceof EncodedCacheableOperation<Q, ?> cacheable && reads.keepsSomething()
                ? readAndKeep(cacheable, call, message)
                : reads.read(tx -> operation.answer(call, tx, message));
    }

    /** Memory is asked once more: what this one waited behind may have read the same. */
    private <Q extends MessageLite> byte[] readAndKeep(
            EncodedCacheableOperation<Q, ?> operation, CallContext call, Q message) {
        Function<ReadView, byte[]> work = view -> operation.answerFrom(call, view, message);
        byte[] atOnce = reads.readRefreshed(work);
        return atOnce != null ? atOnce : reads.readAndKeep(work);
    }

    private static <Q extends MessageLite> Q parse(Operation<Q, ?> operation, RequestEnvelope request) {
        if (FieldCount.exceeds(request.payload(), MAX_FIELDS)) {
            throw new FsException(
                    ErrorCode.TOO_LARGE,
                    "the request message of " + request.method() + " has more than " + MAX_FIELDS
                            + " fields: divide what it lists among several calls");
        }
        try {
            return operation.parser().parseFrom(request.payload());
        } catch (InvalidProtocolBufferException e) {
            throw new FsException(
                    ErrorCode.MALFORMED_REQUEST,
                    "the payload is not a request message of " + request.method() + ": " + e.getMessage(),
                    e);
        }
    }

    private boolean isSuperuser(Caller caller) {
        return caller.user().equals(config.superuser()) || caller.groups().contains(config.supergroup());
    }
}
