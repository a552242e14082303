package io.lambdafs.client.tcp;

import java.time.Duration;

/** How the server for instances behaves. */
public final class ReverseServerSettings {
    /** How long a connection may take to prove itself. */
    static final Duration HELLO_TIMEOUT = Duration.ofSeconds(5);

    private final String bindAddress;
    private final String advertisedAddress;
    private final int maxConnections;
    private final int maxInFlight;
    private final Duration silenceLimit;
    private final Duration spinLimit;
    private final boolean encrypted;

    /**
     * Settings.
     *
     * @param bindAddress where to listen
     * @param advertisedAddress what instances are told
     * @param maxConnections connections of instances; more are closed when they have shown the secret
     * @param maxInFlight unanswered requests that a connection takes
     * @param silenceLimit after which a connection that sent nothing is not used until it does
     * @param spinLimit how long a caller that waits alone looks for its answer before it sleeps; zero for not at all
     */
    public ReverseServerSettings(
            String bindAddress,
            String advertisedAddress,
            int maxConnections,
            int maxInFlight,
            Duration silenceLimit,
            Duration spinLimit) {
        this.encrypted = false;
        this.bindAddress = bindAddress;
        this.advertisedAddress = advertisedAddress;
        this.maxConnections = maxConnections;
        this.maxInFlight = maxInFlight;
        this.silenceLimit = silenceLimit;
        this.spinLimit = spinLimit;
    }

    private ReverseServerSettings(ReverseServerSettings same) {
        this.encrypted = true;
        this.bindAddress = same.bindAddress;
        this.advertisedAddress = same.advertisedAddress;
        this.maxConnections = same.maxConnections;
        this.maxInFlight = same.maxInFlight;
        this.silenceLimit = same.silenceLimit;
        this.spinLimit = same.spinLimit;
    }

    /** The same, with connections over TLS. */
    public ReverseServerSettings encrypted() {
        return new ReverseServerSettings(this);
    }

    boolean isEncrypted() {
        return encrypted;
    }

    String bindAddress() {
        return bindAddress;
    }

    String advertisedAddress() {
        return advertisedAddress;
    }

    int maxConnections() {
        return maxConnections;
    }

    int maxInFlight() {
        return maxInFlight;
    }

    Duration silenceLimit() {
        return silenceLimit;
    }

    Duration spinLimit() {
        return spinLimit;
    }
}
