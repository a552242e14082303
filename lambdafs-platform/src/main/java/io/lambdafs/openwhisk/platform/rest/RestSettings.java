package io.lambdafs.openwhisk.platform.rest;

import java.util.Optional;
import java.util.Set;
import javax.net.ssl.SSLContext;

/**
 * What the REST interface shows and demands.
 *
 * @param auth the key of the namespace, {@code uuid:key}
 * @param callersAuth the same for callers who may only invoke; empty for none
 * @param images the images that there are, for information
 * @param maxActivations activation records kept
 * @param totalMemoryMb the memory of the pool, for information
 * @param totalCpuMillis the CPU of the pool in thousandths of a core, for information; 0 if it is not bounded
 * @param unlimited why limits are not enforced, for information; empty if they are
 * @param tls what it serves HTTPS with; empty for HTTP
 */
public record RestSettings(
        String host,
        int port,
        String namespace,
        String auth,
        String callersAuth,
        LimitSettings limits,
        Set<String> images,
        int maxActivations,
        int totalMemoryMb,
        int totalCpuMillis,
        Optional<String> unlimited,
        Optional<SSLContext> tls) {
    public RestSettings {
        images = Set.copyOf(images);
    }
}
