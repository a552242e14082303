package io.lambdafs.namenode;

import io.lambdafs.wire.Caller;
import io.lambdafs.wire.ErrorCode;
import io.lambdafs.wire.RequestEnvelope;
import io.lambdafs.wire.RequestId;
import io.lambdafs.wire.RequestLife;
import io.lambdafs.wire.ResponseEnvelope;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.junit.jupiter.api.Test;

/** Requests that come at the same time and again: each runs once, and all callers get that run's answer. */
@Param(name = "request", gen = IntGen.class, conf = "0:1")
public final class RequestDeduplicatorLincheckTest {
    private final RequestDeduplicator deduplicator = new RequestDeduplicator(1 << 20, Duration.ofHours(1));
    private final AtomicInteger firstRuns = new AtomicInteger();
    private final AtomicInteger secondRuns = new AtomicInteger();

    @Test
    void requests_runOnce() {
        new ModelCheckingOptions()
                .iterations(4)
                .invocationsPerIteration(50)
                .threads(2)
                .actorsBefore(1)
                .actorsPerThread(2)
                .actorsAfter(1)
                .check(getClass());
    }

    /** Succeeds; tells which run of the request it was. */
    @Operation
    public int send(@Param(name = "request") int request) {
        ResponseEnvelope response = deduplicator.once(envelope(request), envelope -> {
            AtomicInteger runs = request == 0 ? firstRuns : secondRuns;
            return ResponseEnvelope.success(envelope.id(), new byte[] {(byte) runs.incrementAndGet()});
        });
        return response.payload()[0];
    }

    /** Fails for a reason that passes, so that it leaves nothing behind, unless the request succeeded before. */
    @Operation
    public boolean sendInVain(@Param(name = "request") int request) {
        return deduplicator
                .once(
                        envelope(request + 2),
                        envelope -> ResponseEnvelope.failure(envelope.id(), ErrorCode.CONFLICT, "later"))
                .succeeded();
    }

    private static RequestEnvelope envelope(int sequence) {
        RequestId id = new RequestId(new UUID(1, 2), sequence);
        return new RequestEnvelope(id, new Caller("a", List.of(), "h"), RequestLife.UNDATED, "stat", new byte[0]);
    }
}
