package io.lambdafs.cli.faas;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.Optional;

/** The platform of a stack, as commands about actions see it. Failures are exceptions whose message is for the user. */
@FunctionalInterface
public interface ActionPlatform {
    /** Registers an action, or replaces it, on the platform of the stack in a data directory or in the usual one. */
    void put(Optional<Path> dataDirectory, String name, ObjectNode action);
}
