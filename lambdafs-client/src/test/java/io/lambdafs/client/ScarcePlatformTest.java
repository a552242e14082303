package io.lambdafs.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.client.sharing.StackSharing;
import io.lambdafs.wire.Caller;
import io.lambdafs.wire.RequestId;
import io.lambdafs.wire.trace.Tracing;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What a client does when the platform has too few places for the functions, or takes few calls; in minutes of modelled time. */
final class ScarcePlatformTest {
    private static final int DEPLOYMENTS = 4;
    private static final int UNLIMITED = Integer.MAX_VALUE;

    private final ClientMetrics metrics = new ClientMetrics();
    private long sequence;

    @Test
    void placeLessThanFunctions_costsFewColdStarts() throws InterruptedException {
        ScarcePlatform without = new ScarcePlatform(DEPLOYMENTS - 1, UNLIMITED);
        int callsWithout = callFor(Duration.ofMinutes(3), without, Map.of(ClientKey.ANTI_THRASHING, "false"));
        ScarcePlatform with = new ScarcePlatform(DEPLOYMENTS - 1, UNLIMITED);
        int callsWith = callFor(Duration.ofMinutes(3), with, Map.of());

        assertThat(without.coldStarts()).as("without").isGreaterThan(100);
        assertThat(with.coldStarts()).as("with").isLessThanOrEqualTo(15);
        assertThat(callsWith).isGreaterThan(10 * callsWithout);
        assertThat(metrics.overCommitments()).isBetween(1L, 6L);
        assertThat(with.warnings()).hasSize(1);
    }

    @Test
    void enoughPlaces_areNeverTakenForTooFew() throws InterruptedException {
        ScarcePlatform enough = new ScarcePlatform(DEPLOYMENTS, UNLIMITED);
        callFor(Duration.ofMinutes(3), enough, Map.of());

        assertThat(enough.coldStarts()).isEqualTo(DEPLOYMENTS);
        assertThat(metrics.overCommitments()).isZero();
        assertThat(enough.warnings()).isEmpty();
    }

    @Test
    void sixtyCallsAMinute_areEnough() throws InterruptedException {
        ScarcePlatform throttled = new ScarcePlatform(DEPLOYMENTS, 60);

        callFor(Duration.ofMinutes(9), throttled, Map.of());

        assertThat(throttled.refused()).as("only the minute that teaches it").containsOnlyKeys(0L);
        assertThat(throttled.refused().get(0L)).isLessThanOrEqualTo(20);
        assertThat(metrics.http().answered()).isLessThanOrEqualTo(9 * 60);
        assertThat(metrics.tcp().answered()).isGreaterThan(100 * metrics.http().answered());
        assertThat(throttled.warnings()).hasSize(1);
        assertThat(throttled.warnings().get(0)).contains("Too many requests in the last minute");
    }

    /** Calls one after the other for so long; none may fail. Returns how many there were. */
    private int callFor(Duration time, ScarcePlatform platform, Map<ClientKey, String> settings)
            throws InterruptedException {
        ResubmittingCaller caller = caller(platform, settings);
        int calls = 0;
        while (platform.nanoTime() < time.toNanos()) {
            RequestId id = new RequestId(new UUID(1, 2), ++sequence);
            Route route = Route.toOwnerOf("/directory" + sequence % 97 + "/file");
            Call call = new Call(id, new Caller("a", List.of(), "h"), route, "stat", new byte[] {1});
            assertThat(caller.call(call).succeeded()).as("call %d", sequence).isTrue();
            calls++;
        }
        return calls;
    }

    private ResubmittingCaller caller(ScarcePlatform platform, Map<ClientKey, String> settings) {
        Map<ClientKey, String> values = new java.util.EnumMap<>(ClientKey.class);
        values.put(ClientKey.DEPLOYMENTS, String.valueOf(DEPLOYMENTS));
        values.putAll(settings);
        ClientConfig config = new ClientConfig(values);
        return new ResubmittingCaller(
                platform::http,
                platform.tcp(),
                new DeploymentCount(TestPlatforms.openWhisk(config), DEPLOYMENTS, StackSharing.withinJvm()),
                platform,
                metrics,
                Tracing.OFF,
                config);
    }
}
