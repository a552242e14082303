package io.lambdafs.namenode.rpc;

import java.time.Duration;
import java.util.Objects;

/**
 * How an instance connects back to clients.
 *
 * @param deployment the number of the function that this is an instance of
 * @param instance the instance's name, for people
 * @param maxClients client JVMs connected at once; further ones go on by HTTP
 * @param connectTimeout how long connecting to one endpoint may take
 * @param maxInFlightPerClient requests of one client that are being answered; more are refused as overload
 * @param onlyEncrypted whether offers of connections that are not encrypted are overlooked
 */
public record RpcConfig(
        int deployment,
        String instance,
        int maxClients,
        Duration connectTimeout,
        int maxInFlightPerClient,
        boolean onlyEncrypted) {
    public RpcConfig {
        Objects.requireNonNull(instance, "instance");
        if (deployment < 0) {
            throw new IllegalArgumentException("deployment must not be negative: " + deployment);
        }
        if (maxClients < 1 || maxInFlightPerClient < 1) {
            throw new IllegalArgumentException("maxClients and maxInFlightPerClient must be at least 1");
        }
        if (connectTimeout.isNegative() || connectTimeout.isZero()) {
            throw new IllegalArgumentException("connectTimeout must be positive: " + connectTimeout);
        }
    }

    /** Connections that may be encrypted or not. */
    public RpcConfig(
            int deployment, String instance, int maxClients, Duration connectTimeout, int maxInFlightPerClient) {
        this(deployment, instance, maxClients, connectTimeout, maxInFlightPerClient, false);
    }

    /** The same, with encrypted connections only if so. */
    public RpcConfig withOnlyEncrypted(boolean only) {
        return new RpcConfig(deployment, instance, maxClients, connectTimeout, maxInFlightPerClient, only);
    }

    /** The defaults: 64 clients, 2 s to connect, 128 requests under way. */
    public static RpcConfig of(int deployment, String instance) {
        return new RpcConfig(deployment, instance, 64, Duration.ofSeconds(2), 128);
    }
}
