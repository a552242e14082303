package io.lambdafs.container.lambda;

import io.lambdafs.container.FunctionHandler;
import io.lambdafs.container.FunctionResult;
import io.lambdafs.container.FunctionServer;
import io.lambdafs.container.InitRequest;
import io.lambdafs.container.Invocation;
import io.lambdafs.container.JsonCodec;
import io.lambdafs.container.MalformedJsonException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * A function on AWS Lambda: asks the Runtime API for the next invocation, runs it, and sends the result, over and over. Between the
 * result and the next invocation Lambda may freeze the process for any time.
 *
 * <p>The event of an invocation is the object of parameters that OpenWhisk sends as {@code value}; the response is the result.
 */
public final class LambdaRuntime implements FunctionServer {
    /** The most that a response may have: Lambda takes 6 MB, of which its own envelope has a little. */
    static final int MAX_RESPONSE_BYTES = 6_000_000;

    private static final int MAX_FAILURES = 10;
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private final RuntimeApi api;
    private final FunctionHandler handler;
    private final Runnable broken;
    private final JsonCodec codec = new JsonCodec();
    private final List<Thread> loops = new ArrayList<>();
    private final AtomicInteger underWay = new AtomicInteger();
    private volatile boolean draining;

    private LambdaRuntime(LambdaConfig config, FunctionHandler handler, Runnable broken) {
        this.api = new RuntimeApi(config.runtimeApi());
        this.handler = handler;
        this.broken = broken;
        for (int i = 0; i < config.concurrency(); i++) {
            loops.add(new Thread(this::loop, "invocations-" + i));
        }
    }

    /**
     * Initialises the function and begins to ask for invocations.
     *
     * @param broken is run when the Runtime API cannot be reached any more; Lambda then starts another instance
     * @throws Exception what the handler throws when it is initialised; Lambda has got the error
     */
    public static LambdaRuntime start(LambdaConfig config, FunctionHandler handler, Runnable broken) throws Exception {
        LambdaRuntime runtime = new LambdaRuntime(config, handler, broken);
        try {
            handler.init(InitRequest.named(config.function()));
        } catch (Exception e) {
            runtime.api.failedToInitialize(e.toString());
            throw e;
        }
        runtime.loops.forEach(Thread::start);
        return runtime;
    }

    private void loop() {
        int failures = 0;
        while (!draining && failures < MAX_FAILURES) {
            try {
                RuntimeApi.Event event = api.next();
                underWay.incrementAndGet();
                try {
                    answer(event);
                } finally {
                    underWay.decrementAndGet();
                }
                failures = 0;
            } catch (IOException e) {
                failures++;
                LockSupport.parkNanos(this, PAUSE_NANOS);
            }
        }
        if (!draining) {
            broken.run();
        }
    }

    private void answer(RuntimeApi.Event event) throws IOException {
        FunctionResult result;
        try {
            result = handler.run(Invocation.of(codec.read(event.json().array())));
        } catch (MalformedJsonException e) {
            result = FunctionResult.malformed(String.valueOf(e.getMessage()));
        } catch (Exception | LinkageError e) {
            api.failed(event, e.toString());
            return;
        }
        byte[] response = codec.write(result.value());
        api.respond(event, response.length <= MAX_RESPONSE_BYTES ? response : tooLarge(response.length));
    }

    private byte[] tooLarge(int length) {
        return codec.write(FunctionResult.of(Map.of(
                        "error",
                        "The action produced a response that exceeded the allowed length: " + length + " > "
                                + MAX_RESPONSE_BYTES + " bytes."))
                .value());
    }

    @Override
    public void drain(Duration grace) {
        draining = true;
        long begin = System.nanoTime();
        while (underWay.get() > 0 && System.nanoTime() - begin < grace.toNanos()) {
            LockSupport.parkNanos(this, LOOK_NANOS);
        }
    }

    @Override
    public void close() {
        draining = true;
    }
}
