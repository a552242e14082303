package io.lambdafs.permissions;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Which probes reach which checks. The NameNode's patched code tells it, in the thread that makes a probe's call: it knows nothing of
 * this object, so the probe is left with the thread.
 */
public final class ReachedChecks {
    private static final ThreadLocal<@Nullable Note> PRESENT = new ThreadLocal<>();

    private final Map<String, Set<String>> probes = new ConcurrentHashMap<>();

    private record Note(ReachedChecks checks, String probe) {}

    /** The NameNode comes to a check. */
    public static void reached(String check) {
        Note present = PRESENT.get();
        if (present != null) {
            present.checks
                    .probes
                    .computeIfAbsent(check, key -> ConcurrentHashMap.newKeySet())
                    .add(present.probe);
        }
    }

    /** The same probes, which note what they reach. */
    List<Probe> noting(List<Probe> all) {
        return all.stream().map(this::noting).collect(Collectors.toList());
    }

    private Probe noting(Probe probe) {
        return probe.calling((fs, place) -> {
            PRESENT.set(new Note(this, probe.name()));
            try {
                return probe.call().on(fs, place);
            } finally {
                PRESENT.remove();
            }
        });
    }

    /** Those of these probes that reach the check. */
    List<Probe> reaching(PermissionCheck check, List<Probe> all) {
        Set<String> names = Optional.ofNullable(probes.get(check.toString())).orElse(new TreeSet<>());
        return all.stream().filter(probe -> names.contains(probe.name())).toList();
    }
}
