package io.lambdafs.openwhisk.platform.pool;

import java.io.IOException;

/** Makes containers. */
public interface InstanceFactory {
    /**
     * Starts a container for the action and returns without waiting for it to listen.
     *
     * @throws UnknownImageException if the action's image is not one that this platform has
     * @throws IOException if the process cannot be started
     */
    Instance create(long id, Action action) throws IOException;
}
