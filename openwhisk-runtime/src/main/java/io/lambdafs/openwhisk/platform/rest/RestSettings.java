package io.lambdafs.openwhisk.platform.rest;

import java.util.Set;

/**
 * What the REST interface shows and demands.
 *
 * @param auth the key of the namespace, {@code uuid:key}
 * @param images the images that there are, for information
 * @param maxActivations activation records kept
 * @param totalMemoryMb the memory of the pool, for information
 */
public record RestSettings(
        String host,
        int port,
        String namespace,
        String auth,
        LimitSettings limits,
        Set<String> images,
        int maxActivations,
        int totalMemoryMb) {
    public RestSettings {
        images = Set.copyOf(images);
    }
}
