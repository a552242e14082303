package io.lambdafs.openwhisk.platform.limits;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The control groups that a process is in, as directories. */
final class CgroupMembership {
    private record Mount(String root, Path point, String type, List<String> options) {
        /** The directory of a group; the mount itself if the group is outside of what is mounted. */
        Path directory(String group) {
            String below = root.equals("/") ? group : group.startsWith(root) ? group.substring(root.length()) : "";
            return below.contains("..")
                    ? point
                    : point.resolve(below.replaceFirst("^/", "")).normalize();
        }
    }

    private final List<Mount> mounts;
    private final Map<String, String> groups;

    private CgroupMembership(List<Mount> mounts, Map<String, String> groups) {
        this.mounts = mounts;
        this.groups = groups;
    }

    /**
     * Reads it.
     *
     * @param process the directory of the process in {@code /proc}
     * @throws IOException if this system has no control groups
     */
    static CgroupMembership read(Path process) throws IOException {
        List<Mount> mounts = new ArrayList<>();
        for (String line : Files.readString(process.resolve("mountinfo")).split("\n")) {
            mount(line).ifPresent(mounts::add);
        }
        Map<String, String> groups = new HashMap<>();
        for (String line : Files.readString(process.resolve("cgroup")).split("\n")) {
            String[] parts = line.split(":", 3);
            if (parts.length == 3) {
                for (String controller : parts[1].split(",")) {
                    groups.put(controller, parts[2]);
                }
            }
        }
        return new CgroupMembership(mounts, groups);
    }

    /** The group of version 2, and those above it, the nearest first; none if that version is not mounted. */
    List<Path> unified() {
        List<Path> up = new ArrayList<>();
        mounts.stream()
                .filter(mount -> mount.type().equals("cgroup2"))
                .findFirst()
                .ifPresent(mount -> {
                    Path group = mount.directory(groups.getOrDefault("", "/"));
                    up.add(group);
                    while (!group.equals(mount.point())) {
                        group = group.resolve("..").normalize();
                        up.add(group);
                    }
                });
        return up;
    }

    /** The group in the hierarchy of a controller of version 1, if it is mounted. */
    Optional<Path> hierarchy(String controller) {
        return mounts.stream()
                .filter(mount ->
                        mount.type().equals("cgroup") && mount.options().contains(controller))
                .findFirst()
                .map(mount -> mount.directory(groups.getOrDefault(controller, "/")));
    }

    /** A line is "id parent device root point options optional… - type source superOptions". */
    private static Optional<Mount> mount(String line) {
        String[] halves = line.split(" - ", 2);
        if (halves.length < 2) {
            return Optional.empty();
        }
        String[] left = halves[0].split(" ");
        String[] right = halves[1].split(" ");
        if (left.length < 5 || right.length < 3 || !right[0].startsWith("cgroup")) {
            return Optional.empty();
        }
        Path point = Path.of(left[4].replace("\\040", " "));
        return Optional.of(new Mount(left[3], point, right[0], List.of(right[2].split(","))));
    }
}
