package io.lambdafs.permissions;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * One call of the matrix.
 *
 * @param probe what is called
 * @param directory whether the target is a directory
 * @param rights those on the place
 * @param user the one that makes the call
 */
record PermissionCase(Probe probe, boolean directory, Rights rights, String user) {
    /** All calls of these probes by these users. */
    static List<PermissionCase> all(List<Probe> probes, Collection<String> users, String superuser) {
        List<PermissionCase> all = new ArrayList<>();
        for (Probe probe : probes) {
            for (Rights rights : probe.reserved() ? Rights.all().subList(0, 1) : Rights.all()) {
                for (boolean directory : new boolean[] {false, true}) {
                    users.stream()
                            .filter(user -> !probe.reserved() || !user.equals(superuser))
                            .forEach(user -> all.add(new PermissionCase(probe, directory, rights, user)));
                }
            }
        }
        return all;
    }

    /** By this name its outcome is recorded. */
    String name() {
        return probe.name() + " | " + (directory ? "directory" : "file") + " | " + rights.name() + " | " + user;
    }

    /** The same calls, divided into those that need the same place. */
    static Collection<List<PermissionCase>> byPlace(List<PermissionCase> all) {
        Map<Needs, List<PermissionCase>> places = all.stream()
                .collect(Collectors.groupingBy(PermissionCase::needs, LinkedHashMap::new, Collectors.toList()));
        return places.values();
    }

    private Needs needs() {
        return new Needs(directory, rights, probe.isPlain() ? "" : probe.name());
    }

    /** What the place of a call must have. */
    private record Needs(boolean directory, Rights rights, String preparedFor) {}
}
