package io.lambdafs.cli.deploy;

import io.lambdafs.cli.deploy.DeployException.Kind;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * How long somebody waits for a platform to do what it has accepted.
 *
 * @param bound the longest time
 * @param pause between two looks
 */
record PlatformPatience(Duration bound, Duration pause) {
    /**
     * Looks again and again until there is something.
     *
     * @param what ends the sentence "it took longer than … until"
     * @throws DeployException if there is nothing after the bound
     */
    <T> T await(String what, Supplier<Optional<T>> look) {
        long begin = System.nanoTime();
        while (true) {
            Optional<T> seen = look.get();
            if (seen.isPresent()) {
                return seen.get();
            }
            if (System.nanoTime() - begin > bound.toNanos()) {
                throw new DeployException(
                        Kind.UNAVAILABLE,
                        "it took longer than " + bound.toSeconds() + " s until " + what
                                + ": look at the platform's own tools, or give a longer --wait");
            }
            RestClient.pause(pause);
        }
    }
}
