package io.lambdafs.runtime;

import io.lambdafs.coherence.CoordinatorException;
import io.lambdafs.deployments.DeploymentNumber;
import io.lambdafs.deployments.WrongDeploymentsException;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.Stores;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/**
 * Records the number of deployments in the store, before there are instances: {@code require} fails if another one is recorded,
 * {@code change} changes it once no instance is a member any more. The number and the rest of the settings come from the
 * environment of an instance. Ends with 1 and a sentence if that cannot be done.
 */
public final class DeploymentsMain {
    /** Longer than the session of an instance that was killed. */
    private static final Duration DEPARTURES = Duration.ofSeconds(30);

    private DeploymentsMain() {}

    public static void main(String[] args) {
        System.exit(run(List.of(args), System.getenv()));
    }

    private static int run(List<String> args, Map<String, String> environment) {
        try {
            FunctionConfig config = FunctionConfig.of(environment);
            try (MetadataStore store = Stores.open(config.store())) {
                record(args, config, store);
            }
            return 0;
        } catch (StoreException
                | WrongDeploymentsException
                | CoordinatorException
                | IllegalStateException
                | IllegalArgumentException e) {
            System.err.println(e.getMessage());
            return 1;
        }
    }

    private static void record(List<String> args, FunctionConfig config, MetadataStore store) {
        int number = config.cache().deployments();
        if (args.equals(List.of("require"))) {
            new DeploymentNumber(store).require(number, "this start");
        } else if (args.equals(List.of("change"))) {
            CoordinationOpening opening = CoordinationOpening.begin(config.coordinator());
            try {
                new DeploymentNumber(store)
                        .change(
                                number,
                                opening.get(store),
                                DEPARTURES,
                                pause -> LockSupport.parkNanos(pause.toNanos()));
            } finally {
                opening.close();
            }
        } else {
            throw new IllegalArgumentException("usage: DeploymentsMain require|change");
        }
    }
}
