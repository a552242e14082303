package io.lambdafs.client;

import io.lambdafs.client.platform.TransportException;
import io.lambdafs.client.platform.TransportException.Kind;
import io.lambdafs.wire.ResponseEnvelope;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A platform with few places or few calls a minute, and its instances, in the time of a clock that only calls and pauses move.
 * It evicts as OpenWhisk does: the least recently called instance, whether or not it serves over TCP.
 */
final class ScarcePlatform implements ClientEnvironment {
    /** An instance that the platform has not called for so long says goodbye. */
    private static final long LEAVES_AFTER_NANOS = Duration.ofMillis(4_500).toNanos();

    private static final long COLD_START_NANOS = Duration.ofMillis(600).toNanos();
    private static final long HTTP_NANOS = Duration.ofMillis(2).toNanos();
    private static final long TCP_NANOS = Duration.ofMillis(1).toNanos();
    private static final long MINUTE_NANOS = Duration.ofMinutes(1).toNanos();

    private final int places;
    private final int callsPerMinute;
    private final Map<Integer, Long> activated = new HashMap<>();
    private final Map<Integer, Long> lost = new HashMap<>();
    private final Map<Long, Integer> calls = new HashMap<>();
    private final Map<Long, Integer> refused = new HashMap<>();
    private final List<String> warnings = new ArrayList<>();
    private long nanos;
    private int coldStarts;
    private int random;

    ScarcePlatform(int places, int callsPerMinute) {
        this.places = places;
        this.callsPerMinute = callsPerMinute;
    }

    int coldStarts() {
        return coldStarts;
    }

    /** Calls refused, by minute. */
    Map<Long, Integer> refused() {
        return refused;
    }

    List<String> warnings() {
        return warnings;
    }

    ResponseEnvelope http(Attempt attempt) throws TransportException {
        nanos += HTTP_NANOS;
        long minute = nanos / MINUTE_NANOS;
        if (calls.merge(minute, 1, Integer::sum) > callsPerMinute) {
            refused.merge(minute, 1, Integer::sum);
            throw new TransportException(Kind.THROTTLED, "Too many requests in the last minute");
        }
        int deployment = attempt.deployment();
        if (!isThere(deployment)) {
            makeRoom();
            coldStarts++;
            nanos += COLD_START_NANOS;
        }
        activated.put(deployment, nanos);
        return ResponseEnvelope.success(attempt.id(), new byte[0]);
    }

    private boolean isThere(int deployment) {
        Long last = activated.get(deployment);
        return last != null && nanos - last <= LEAVES_AFTER_NANOS;
    }

    private void makeRoom() {
        activated.keySet().removeIf(deployment -> !isThere(deployment));
        if (activated.size() == places) {
            int victim = activated.entrySet().stream()
                    .min(Comparator.comparingLong(Map.Entry::getValue))
                    .orElseThrow()
                    .getKey();
            activated.remove(victim);
            lost.merge(victim, 1L, Long::sum);
        }
    }

    TcpPath tcp() {
        return new TcpPath() {
            @Override
            public boolean reaches(int deployment) {
                return isThere(deployment);
            }

            @Override
            public int substituteFor(int deployment) {
                return activated.keySet().stream()
                        .filter(other -> other != deployment && isThere(other))
                        .findFirst()
                        .orElse(-1);
            }

            @Override
            public int connections(int deployment) {
                return isThere(deployment) ? 1 : 0;
            }

            @Override
            public long lost() {
                return lost.values().stream().mapToLong(Long::longValue).sum();
            }

            @Override
            public long lost(int deployment) {
                return lost.getOrDefault(deployment, 0L);
            }

            @Override
            public long activatedAt(int deployment) {
                return activated.getOrDefault(deployment, Long.MIN_VALUE);
            }

            @Override
            public boolean wasReached() {
                return true;
            }

            @Override
            public ResponseEnvelope send(Attempt attempt) {
                nanos += TCP_NANOS;
                return ResponseEnvelope.success(attempt.id(), new byte[0]);
            }
        };
    }

    @Override
    public long nanoTime() {
        return nanos;
    }

    /** Goes evenly through all chances. */
    @Override
    public double random() {
        return (random++ * 0.618033988749895) % 1;
    }

    @Override
    public void sleepMillis(long millis) {
        nanos += Duration.ofMillis(Math.max(1, millis)).toNanos();
    }

    @Override
    public void inform(String message) {}

    @Override
    public void warn(String message) {
        warnings.add(message);
    }
}
