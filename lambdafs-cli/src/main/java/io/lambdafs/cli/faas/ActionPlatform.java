package io.lambdafs.cli.faas;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URI;
import java.nio.file.Path;

/** The platform of a stack, as commands about actions see it. Failures are exceptions whose message is for the user. */
public interface ActionPlatform {
    /** Registers an action, or replaces it. */
    Registered put(String name, ObjectNode action);

    /** Removes an action, if it is there. */
    void delete(String name);

    /**
     * How an action is called.
     *
     * @param call where calls are posted to
     * @param key the file with the platform's key
     */
    record Registered(URI call, Path key) {}
}
