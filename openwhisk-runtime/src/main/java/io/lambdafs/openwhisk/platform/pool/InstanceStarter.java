package io.lambdafs.openwhisk.platform.pool;

import io.lambdafs.openwhisk.platform.pool.RunningInstance.Initialized;
import java.io.IOException;
import java.time.InstantSource;
import java.util.Optional;

/** Makes a cold start: creates the instance, waits until it listens, and initialises it. */
final class InstanceStarter {
    private final InstanceFactory factory;
    private final ContainerClient client;
    private final ContainerMessages messages;
    private final ReplyInterpreter interpreter;
    private final int pollMillis;
    private final InstantSource clock;

    InstanceStarter(
            InstanceFactory factory,
            ContainerClient client,
            ContainerMessages messages,
            ReplyInterpreter interpreter,
            int pollMillis,
            InstantSource clock) {
        this.factory = factory;
        this.client = client;
        this.messages = messages;
        this.interpreter = interpreter;
        this.pollMillis = pollMillis;
        this.clock = clock;
    }

    /** Starts the instance for its first call and completes both of its futures, whatever happens. */
    void start(RunningInstance running, PendingCall firstCall) {
        Instance instance;
        try {
            instance = factory.create(running.id(), firstCall.action());
        } catch (UnknownImageException e) {
            fail(running, e, ActivationResponse.developerError(String.valueOf(e.getMessage())));
            return;
        } catch (IOException | RuntimeException e) {
            fail(running, e, ActivationResponse.whiskError("Failed to provision resources to run the action."));
            return;
        }
        running.instance().complete(instance);
        running.initialized().complete(initialize(instance, firstCall));
    }

    private void fail(RunningInstance running, Exception cause, ActivationResponse response) {
        long now = clock.millis();
        running.instance().completeExceptionally(cause);
        running.initialized().complete(new Initialized(now, now, Optional.of(response), false));
    }

    private Initialized initialize(Instance instance, PendingCall call) {
        long start = clock.millis();
        try {
            ContainerReply reply = postWhenListening(instance, call, start);
            return new Initialized(start, clock.millis(), interpreter.init(reply), false);
        } catch (ContainerException e) {
            ActivationResponse response =
                    interpreter.initFailure(e, call.action().limits().timeoutMillis());
            boolean timedOut = e.kind() == ContainerException.Kind.TIMED_OUT;
            return new Initialized(start, clock.millis(), Optional.of(response), timedOut);
        }
    }

    /** Refused connections are how the boot of a container looks from outside. */
    private ContainerReply postWhenListening(Instance instance, PendingCall call, long start)
            throws ContainerException {
        long deadline = call.deadlineMillis(start);
        byte[] body = messages.init(call, start);
        while (true) {
            long left = deadline - clock.millis();
            try {
                return client.post(instance.address(), "/init", body, Math.max(1, left));
            } catch (ContainerException e) {
                if (e.kind() != ContainerException.Kind.UNREACHABLE || !instance.isAlive()) {
                    throw e;
                }
                if (left <= pollMillis) {
                    throw new ContainerException(ContainerException.Kind.TIMED_OUT, e);
                }
            }
            pause();
        }
    }

    private void pause() {
        try {
            Thread.sleep(pollMillis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
