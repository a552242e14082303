package io.lambdafs.cli.deploy;

import java.nio.file.Path;
import java.util.Optional;

/**
 * The functions' platform in a stack of this machine.
 *
 * @param url where the platform is
 * @param key its key
 * @param authorities where the certificates are that the platform is known by; empty if it serves HTTP
 * @param image what it calls the program of an instance
 * @param deployments how many functions the stack has
 * @param concurrency invocations at once of its instances
 * @param memoryMb the memory of its instances
 */
public record LocalStack(
        String url,
        String key,
        Optional<Path> authorities,
        String image,
        int deployments,
        int concurrency,
        int memoryMb) {
    @Override
    public String toString() {
        return "LocalStack[" + url + "]";
    }

    /** Finds the stack of a data directory. */
    @FunctionalInterface
    public interface Finder {
        /** The stack there, or the usual one. */
        LocalStack find(Optional<Path> dataDirectory);
    }
}
