package io.lambdafs.openwhisk.platform.pool;

import io.lambdafs.openwhisk.platform.pool.RunningInstance.Initialized;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Runs one call on an initialised instance and says what became of it. */
final class CallRunner {
    /** What became of a call: its record, or nothing if another instance must serve it; and whether this one is good. */
    record Outcome(Optional<ActivationRecord> ended, boolean keepInstance) {
        static final Outcome RESCHEDULE = new Outcome(Optional.empty(), false);
    }

    private static final int SHUTTING_DOWN = 503;

    private final ContainerClient client;
    private final ContainerMessages messages;
    private final ReplyInterpreter interpreter;
    private final int crashNoticeMillis;
    private final InstantSource clock;

    CallRunner(
            ContainerClient client,
            ContainerMessages messages,
            ReplyInterpreter interpreter,
            int crashNoticeMillis,
            InstantSource clock) {
        this.crashNoticeMillis = crashNoticeMillis;
        this.client = client;
        this.messages = messages;
        this.interpreter = interpreter;
        this.clock = clock;
    }

    /** Runs the call; {@code first} if it is the one that the instance was started for. */
    Outcome run(Instance instance, PendingCall call, Initialized init, boolean first) {
        long runStart = clock.millis();
        int limit = call.action().limits().timeoutMillis();
        try {
            ContainerReply reply = client.post(instance, "/run", messages.run(call, runStart), limit);
            if (reply.status() == SHUTTING_DOWN) {
                return Outcome.RESCHEDULE;
            }
            return outcome(call, init, first, runStart, interpreter.run(reply), false);
        } catch (ContainerException e) {
            if (e.kind() != ContainerException.Kind.TIMED_OUT && crashNoticeMillis > 0) {
                awaitNotice();
            } else if (e.kind() == ContainerException.Kind.UNREACHABLE) {
                return Outcome.RESCHEDULE;
            }
            boolean timedOut = e.kind() == ContainerException.Kind.TIMED_OUT;
            ActivationResponse failure = instance.endedByLimit().isPresent()
                    ? interpreter.memoryExhausted()
                    : interpreter.runFailure(e, limit);
            return outcome(call, init, first, runStart, failure, timedOut);
        }
    }

    /** What OpenWhisk does meanwhile is to look again and again whether the container was killed for its memory. */
    private void awaitNotice() {
        try {
            Thread.sleep(crashNoticeMillis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Outcome outcome(
            PendingCall call,
            Initialized init,
            boolean first,
            long runStart,
            ActivationResponse response,
            boolean timedOut) {
        long initMillis = first ? init.endMillis() - init.startMillis() : 0;
        long start = runStart - initMillis;
        ActivationRecord ended = new ActivationRecord(
                call.activationId(),
                call.action(),
                new ActivationRecord.Timing(start, clock.millis(), Math.max(0, start - call.arrivedMillis())),
                first ? OptionalLong.of(initMillis) : OptionalLong.empty(),
                timedOut,
                response,
                List.of());
        return new Outcome(Optional.of(ended), !response.isContainerError());
    }
}
