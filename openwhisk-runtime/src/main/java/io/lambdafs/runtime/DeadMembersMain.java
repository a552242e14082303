package io.lambdafs.runtime;

import io.lambdafs.coherence.Coordinator;
import io.lambdafs.coherence.CoordinatorException;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.Stores;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Takes instances that have died out of their cluster. A platform that has seen processes die runs this with an instance's environment
 * and, as lines of the standard input, the secret names of the dead. Ends with 1 and a sentence if that cannot be done; then the
 * sessions of the dead end by themselves.
 */
public final class DeadMembersMain {
    private static final int MAX_DEAD = 10_000;

    private DeadMembersMain() {}

    public static void main(String[] args) {
        System.exit(run(System.getenv()));
    }

    private static int run(Map<String, String> environment) {
        try {
            Set<String> tags = names().stream().map(InstanceName::tag).collect(Collectors.toSet());
            FunctionConfig config = FunctionConfig.of(environment);
            try (MetadataStore store = Stores.open(config.store())) {
                expel(tags, config, store);
            }
            return 0;
        } catch (StoreException | CoordinatorException | IllegalArgumentException | IOException e) {
            System.err.println(e.getMessage());
            return 1;
        }
    }

    private static List<String> names() throws IOException {
        try (BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            return in.lines().filter(line -> !line.isEmpty()).limit(MAX_DEAD).toList();
        }
    }

    private static void expel(Set<String> tags, FunctionConfig config, MetadataStore store) {
        CoordinationOpening opening = CoordinationOpening.begin(config.coordinator());
        try {
            Coordinator coordinator = opening.get(store);
            int expelled = new DeadMembers(store, coordinator).expel(tags);
            System.out.println(expelled + " members of " + tags.size() + " dead instances were taken out");
        } finally {
            opening.close();
        }
    }
}
