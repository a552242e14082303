package io.lambdafs.namenode;

import static java.util.Objects.requireNonNull;

import io.lambdafs.fs.FsException;
import io.lambdafs.wire.Caller;
import io.lambdafs.wire.ErrorCode;
import io.lambdafs.wire.RequestEnvelope;
import io.lambdafs.wire.ResponseEnvelope;
import java.time.InstantSource;
import java.util.Map;
import java.util.function.LongSupplier;
import org.apache.hadoop.thirdparty.protobuf.InvalidProtocolBufferException;
import org.apache.hadoop.thirdparty.protobuf.MessageLite;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A NameNode: finds the operation that a request names, has it executed, and turns every failure into an answer. */
public final class NameNode implements RequestHandler {
    private static final Logger LOG = LoggerFactory.getLogger(NameNode.class);

    private final NameNodeConfig config;
    private final Map<String, Operation<?, ?>> operations;
    private final OperationExecutor executor;
    private final InstantSource clock;
    private final LongSupplier ticker;
    private final NameNodeStats stats;

    /**
     * A NameNode.
     *
     * @param operations by the name of the ClientProtocol method
     * @param clock for deadlines and for the times of inodes
     * @param ticker nanoseconds since anything, for the statistics
     */
    public NameNode(
            NameNodeConfig config,
            Map<String, Operation<?, ?>> operations,
            OperationExecutor executor,
            InstantSource clock,
            LongSupplier ticker) {
        this.config = requireNonNull(config, "config");
        this.operations = Map.copyOf(operations);
        this.executor = requireNonNull(executor, "executor");
        this.clock = requireNonNull(clock, "clock");
        this.ticker = requireNonNull(ticker, "ticker");
        this.stats = new NameNodeStats(operations.keySet());
    }

    public NameNodeStats stats() {
        return stats;
    }

    @Override
    public ResponseEnvelope handle(RequestEnvelope request) {
        long start = ticker.getAsLong();
        ResponseEnvelope response = answer(request);
        stats.served(request.method(), response.succeeded(), ticker.getAsLong() - start);
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
            return ResponseEnvelope.failure(request.id(), failure.code(), failure.message());
        }
    }

    private byte[] dispatch(RequestEnvelope request) {
        long now = requireInTime(request);
        Operation<?, ?> operation = operations.get(request.method());
        if (operation == null) {
            throw new FsException(ErrorCode.UNKNOWN_METHOD, "Unknown method " + request.method());
        }
        Caller caller = request.caller();
        return run(operation, new CallContext(caller, isSuperuser(caller), request.id(), now), request);
    }

    private long requireInTime(RequestEnvelope request) {
        long now = clock.millis();
        if (now > request.deadlineEpochMillis()) {
            throw new FsException(
                    ErrorCode.DEADLINE_EXCEEDED,
                    "the request's deadline passed " + (now - request.deadlineEpochMillis()) + " ms ago");
        }
        return now;
    }

    private <Q extends MessageLite> byte[] run(Operation<Q, ?> operation, CallContext call, RequestEnvelope request) {
        Q message = parse(operation, request);
        if (operation instanceof WriteOperation<Q, ?> write) {
            return executor.write(write, call, message, () -> requireInTime(request));
        }
        return executor.read((ReadOperation<Q, ?>) operation, call, message);
    }

    private static <Q extends MessageLite> Q parse(Operation<Q, ?> operation, RequestEnvelope request) {
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
        return !config.permissionsEnabled()
                || caller.user().equals(config.superuser())
                || caller.groups().contains(config.supergroup());
    }
}
