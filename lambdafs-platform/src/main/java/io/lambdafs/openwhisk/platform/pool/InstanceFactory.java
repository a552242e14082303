package io.lambdafs.openwhisk.platform.pool;

import java.io.IOException;

/** Makes containers. */
public interface InstanceFactory {
    /**
     * Starts a container and returns without waiting for it to listen.
     *
     * @param name what it is called in logs; not unique
     * @param rehearses whether it has time before it is needed
     * @throws UnknownImageException if the image is not one that this platform has
     * @throws IOException if the process cannot be started
     */
    Instance create(String name, InstanceShape shape, boolean rehearses) throws IOException;
}
