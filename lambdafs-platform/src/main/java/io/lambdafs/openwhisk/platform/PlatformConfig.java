package io.lambdafs.openwhisk.platform;

import io.lambdafs.openwhisk.platform.pool.PoolSettings;
import io.lambdafs.openwhisk.platform.process.Image;
import io.lambdafs.openwhisk.platform.rest.LimitSettings;
import java.nio.file.Path;
import java.util.Map;

/**
 * All settings of a local platform.
 *
 * @param host address to listen on; instances always listen on 127.0.0.1
 * @param port port to listen on, 0 for any free one
 * @param dataDir where actions, the ledger of running instances and their logs are kept
 * @param namespace the one namespace
 * @param auth user and key of the namespace, {@code uuid:key}; empty: a key of its own, which it makes at its first start and
 *     keeps in its data directory
 * @param callersAuth the same for callers who may invoke functions, list them and fetch results, and nothing else; empty: there are none
 * @param images what the images (and kinds) of actions stand for
 * @param limits what actions and callers may ask for
 * @param pool how instances are run
 * @param https the certificate with which it serves HTTPS; none of its files: it serves HTTP
 */
public record PlatformConfig(
        String host,
        int port,
        Path dataDir,
        String namespace,
        String auth,
        String callersAuth,
        Map<String, Image> images,
        LimitSettings limits,
        PoolSettings pool,
        HttpsFiles https) {
    public PlatformConfig {
        images = Map.copyOf(images);
        require(port >= 0 && port <= 65535, "port must be within 0..65535");
        require(namespace.matches("[\\w][\\w@ .-]*"), "namespace has characters that are not allowed");
        require(auth.isEmpty() || auth.matches("[^:\\s]+:\\S+"), "auth must have the form uuid:key");
        require(
                callersAuth.isEmpty() || callersAuth.matches("[^:\\s]+:\\S+"),
                "callers-auth must have the form uuid:key");
        require(
                callersAuth.isEmpty() || !callersAuth.equals(auth),
                "callers-auth must be another key than auth, which does everything");
        require(
                !auth.equals(PlatformKey.PUBLISHED) && !callersAuth.equals(PlatformKey.PUBLISHED),
                "auth is the key in OpenWhisk's sources, which everybody knows; leave it out to have one made");
        require(
                limits.maxMemoryMb() <= pool.userMemoryMb(),
                "limits.max-memory-mb must not exceed pool.user-memory-mb: such an action could never run");
    }

    /** The defaults, for a data directory. */
    public static PlatformConfig defaults(Path dataDir) {
        return new PlatformConfig(
                "127.0.0.1",
                0,
                dataDir,
                "guest",
                "",
                "",
                Map.of(),
                LimitSettings.defaults(),
                PoolSettings.defaults(),
                HttpsFiles.NONE);
    }

    public PlatformConfig withPort(int newPort) {
        return new PlatformConfig(host, newPort, dataDir, namespace, auth, callersAuth, images, limits, pool, https);
    }

    public PlatformConfig withHost(String newHost) {
        return new PlatformConfig(newHost, port, dataDir, namespace, auth, callersAuth, images, limits, pool, https);
    }

    public PlatformConfig withDataDir(Path newDataDir) {
        return new PlatformConfig(host, port, newDataDir, namespace, auth, callersAuth, images, limits, pool, https);
    }

    public PlatformConfig withAuth(String newAuth) {
        return new PlatformConfig(host, port, dataDir, namespace, newAuth, callersAuth, images, limits, pool, https);
    }

    /** With a second key, for callers who may invoke functions and list them, and nothing else; empty for none. */
    public PlatformConfig withCallersAuth(String newAuth) {
        return new PlatformConfig(host, port, dataDir, namespace, auth, newAuth, images, limits, pool, https);
    }

    public PlatformConfig withImages(Map<String, Image> newImages) {
        return new PlatformConfig(host, port, dataDir, namespace, auth, callersAuth, newImages, limits, pool, https);
    }

    public PlatformConfig withLimits(LimitSettings newLimits) {
        return new PlatformConfig(host, port, dataDir, namespace, auth, callersAuth, images, newLimits, pool, https);
    }

    public PlatformConfig withPool(PoolSettings newPool) {
        return new PlatformConfig(host, port, dataDir, namespace, auth, callersAuth, images, limits, newPool, https);
    }

    public PlatformConfig withHttps(HttpsFiles files) {
        return new PlatformConfig(host, port, dataDir, namespace, auth, callersAuth, images, limits, pool, files);
    }

    private static void require(boolean condition, String message) {
        if (!condition) {
            throw new IllegalArgumentException(message);
        }
    }
}
