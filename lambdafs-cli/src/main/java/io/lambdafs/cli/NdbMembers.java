package io.lambdafs.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * Asks an NDB cluster for the members. A process of its own does it, with ClusterJ on its class path: this program has
 * none.
 */
final class NdbMembers {
    private static final String MAIN = "io.lambdafs.coordinator.ndb.MembersMain";
    private static final int HEAP_MB = 64;
    private static final long BOUND_SECONDS = 15;

    private final Distribution distribution;
    private final StoreAccess store;

    /** Finds what the process needs, or says what is missing. */
    NdbMembers(StackConfig config, Distribution distribution) {
        this.distribution = distribution;
        store = StoreAccess.external(config, distribution);
    }

    /** The members' process ids. */
    Set<Long> pids() {
        List<String> command = new ArrayList<>();
        command.add(distribution.java());
        command.addAll(distribution.smallJvm(HEAP_MB));
        command.addAll(List.of("-cp", distribution.classPath("function") + store.moreClassPath(), MAIN));
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().putAll(store.environment());
        try {
            Process process = builder.start();
            if (!process.waitFor(BOUND_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new CliException("the cluster did not name its members within " + BOUND_SECONDS + " s");
            }
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
            if (process.exitValue() != 0) {
                throw new CliException("the cluster could not be asked for its members");
            }
            return said.lines().map(Long::parseLong).collect(Collectors.toUnmodifiableSet());
        } catch (IOException e) {
            throw new CliException("cannot run " + distribution.java() + " (" + e.getMessage() + ")", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CliException("interrupted while asking for the members", e);
        }
    }
}
