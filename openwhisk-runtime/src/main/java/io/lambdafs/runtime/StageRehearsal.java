package io.lambdafs.runtime;

import io.lambdafs.coherence.ProtocolRules;
import io.lambdafs.namenode.RequestHandler;
import io.lambdafs.namenode.membership.InstanceIdentity;
import io.lambdafs.runtime.rehearsal.Stage;
import io.lambdafs.wire.MalformedEnvelopeException;
import io.lambdafs.wire.RequestEnvelope;
import io.lambdafs.wire.ResponseEnvelope;
import io.lambdafs.wire.trace.Tracing;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Reads from a cache so often that the code for it is compiled as well as it gets. An instance that waits for its first call does that
 * because it has to compile the same code otherwise when calls have come, with the CPU that they need.
 *
 * <p>It takes pauses, so that it takes no more than a part of a core from others.
 */
final class StageRehearsal {
    /** HotSpot's first compiler, which instances keep to, compiles a method after 2,000 calls at the latest. */
    private static final int ROUNDS = 4_000;

    private static final int ROUNDS_AT_ONCE = 100;
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    /** How often it is looked, with a pause after each, whether the stage's only NameNode has joined and believes its cache: two seconds. */
    private static final int LOOKS = 200;

    private StageRehearsal() {}

    /**
     * Rehearses until it is done, or is to end.
     *
     * @param goesOn whether nobody needs the instance yet
     * @return how many requests were answered from the cache
     */
    static int run(FunctionConfig config, ProtocolRules rules, InstanceThreads threads, BooleanSupplier goesOn)
            throws MalformedEnvelopeException {
        Stage stage = new Stage(System::nanoTime, threads.background());
        int deployment = config.cache().partition().ownerOfChildrenOf(Stage.directory());
        InstanceIdentity self = new InstanceIdentity(
                deployment, "rehearsal", ProcessHandle.current().pid());
        CoherentCaching keeping = new CoherentCaching(
                config.cache(), rules, new CoherentCaching.Ports(stage.store(), stage.coordinator()), self, threads);
        try (Assembly parts = Assembly.of(
                config,
                self,
                new Assembly.Dependencies(stage.store(), stage.coordinator(), keeping, threads, Tracing.OFF))) {
            keeping.start();
            return rehearse(parts, goesOn);
        }
    }

    private static int rehearse(Assembly parts, BooleanSupplier goesOn) throws MalformedEnvelopeException {
        int cached = 0;
        awaitCache(parts.handler(), goesOn);
        for (int round = 0; round < ROUNDS; round += ROUNDS_AT_ONCE) {
            // A new one, because a request is answered for some seconds only.
            byte[] request = Stage.request();
            for (int i = 0; i < ROUNDS_AT_ONCE; i++) {
                if (!goesOn.getAsBoolean()) {
                    return cached;
                }
                cached += answersFromCache(parts.handler(), request) ? 1 : 0;
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
        return cached;
    }

    /* The NameNode joins on another thread, for which a busy machine may take its time. Reads of the store until then would be compiled in
     * place of those from the cache. */
    private static void awaitCache(RequestHandler handler, BooleanSupplier goesOn) throws MalformedEnvelopeException {
        for (int look = 0; look < LOOKS && goesOn.getAsBoolean(); look++) {
            if (answersFromCache(handler, Stage.request())) {
                return;
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    private static boolean answersFromCache(RequestHandler handler, byte[] sent) throws MalformedEnvelopeException {
        RequestEnvelope request = RequestEnvelope.decode(sent);
        Optional<ResponseEnvelope> atOnce = handler.handleAtOnce(request);
        ResponseEnvelope answer = atOnce.isPresent() ? atOnce.get() : handler.handle(request);
        return answer.encode(ResponseEnvelope.VERSION).length > 0 && atOnce.isPresent();
    }
}
