package io.lambdafs.openwhisk.platform.pool;

import io.lambdafs.openwhisk.platform.pool.RunningInstance.Initialized;
import java.io.IOException;
import java.time.InstantSource;
import java.util.Optional;

/** Makes a cold start: creates the instance, waits until it listens, and initialises it. */
final class InstanceStarter {
    private static final int MAX_STARTS = 3;

    private final InstanceFactory factory;
    private final ContainerClient client;
    private final ContainerMessages messages;
    private final ReplyInterpreter interpreter;
    private final int pollMillis;
    private final InstantSource clock;
    private final StartCpu startCpu;
    private final StemCells stemCells;

    /** What is new with an instance. */
    record Beginning(InstanceFactory factory, StemCells stemCells, StartCpu startCpu) {}

    InstanceStarter(
            Beginning beginning,
            ContainerClient client,
            ContainerMessages messages,
            ReplyInterpreter interpreter,
            int pollMillis,
            InstantSource clock) {
        this.factory = beginning.factory();
        this.client = client;
        this.messages = messages;
        this.interpreter = interpreter;
        this.pollMillis = pollMillis;
        this.clock = clock;
        this.startCpu = beginning.startCpu();
        this.stemCells = beginning.stemCells();
    }

    /**
     * Starts the instance for its first call and completes its initialisation, whatever happens.
     *
     * <p>A process that ends before it listens is replaced, a bounded number of times: another program may have taken its
     * port since that was found free. A stem cell that fails is replaced, too.
     */
    void start(RunningInstance running, PendingCall firstCall) {
        Optional<Initialized> ended = startFromStemCell(running, firstCall);
        for (int starts = 1; ended.isEmpty(); starts++) {
            ended = startOnce(running, firstCall, starts == MAX_STARTS);
        }
        running.initialized().complete(ended.get());
    }

    /** How the initialisation of a stem cell ended; nothing if there is none, or it fails before it answers. */
    private Optional<Initialized> startFromStemCell(RunningInstance running, PendingCall firstCall) {
        Optional<Instance> taken = stemCells.take(InstanceShape.of(firstCall.action()));
        if (taken.isEmpty()) {
            return Optional.empty();
        }
        Instance instance = taken.get();
        running.runsAs(instance);
        startCpu.begins(instance, firstCall.action());
        long start = clock.millis();
        try {
            byte[] body = messages.init(firstCall, start);
            ContainerReply reply = client.post(
                    instance, "/init", body, firstCall.action().limits().timeoutMillis());
            return Optional.of(new Initialized(start, clock.millis(), interpreter.init(reply), false));
        } catch (ContainerException e) {
            stemCells.failed(instance);
            return Optional.empty();
        }
    }

    /** How the initialisation ended; nothing if the process never listened and this is not the last attempt. */
    private Optional<Initialized> startOnce(RunningInstance running, PendingCall firstCall, boolean last) {
        Instance instance;
        try {
            instance = factory.create(firstCall.action().name(), InstanceShape.of(firstCall.action()), false);
        } catch (UnknownImageException e) {
            return failed(ActivationResponse.developerError(String.valueOf(e.getMessage())));
        } catch (IOException | RuntimeException e) {
            return failed(ActivationResponse.whiskError("Failed to provision resources to run the action."));
        }
        running.runsAs(instance);
        startCpu.begins(instance, firstCall.action());
        return initialize(instance, firstCall, last);
    }

    private Optional<Initialized> failed(ActivationResponse response) {
        long now = clock.millis();
        return Optional.of(new Initialized(now, now, Optional.of(response), false));
    }

    private Optional<Initialized> initialize(Instance instance, PendingCall call, boolean last) {
        long start = clock.millis();
        try {
            ContainerReply reply = postWhenListening(instance, call, start);
            return Optional.of(new Initialized(start, clock.millis(), interpreter.init(reply), false));
        } catch (ContainerException e) {
            if (e.kind() == ContainerException.Kind.UNREACHABLE && !last) {
                return Optional.empty();
            }
            ActivationResponse response = instance.endedByLimit().isPresent()
                    ? interpreter.memoryExhausted()
                    : interpreter.initFailure(e, call.action().limits().timeoutMillis());
            boolean timedOut = e.kind() == ContainerException.Kind.TIMED_OUT;
            return Optional.of(new Initialized(start, clock.millis(), Optional.of(response), timedOut));
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
                return client.post(instance, "/init", body, Math.max(1, left));
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
