package io.lambdafs.openwhisk.platform.limits;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Finds out which control groups this process is in and may make groups in. */
final class CgroupFinder {
    private static final String ADVICE = "Instances run without limits of CPU and memory: ";
    private static final String REMEDY =
            ". To have limits, run the platform as root, or by a systemd of version 252 or later whose user manager delegates cpu and"
                    + " memory.";

    private final Path self;

    /**
     * A finder.
     *
     * @param self what the kernel says of this process: {@code /proc/self}
     */
    CgroupFinder(Path self) {
        this.self = self;
    }

    /** The limits of processes of the owner of this directory; {@link NoLimits} with the reason if there can be none. */
    ResourceLimits find(Path owner) {
        String name = groupName(owner);
        List<String> reasons = new ArrayList<>();
        try {
            CgroupMembership membership = CgroupMembership.read(self);
            for (CgroupVersion candidate : candidates(membership)) {
                try {
                    return CgroupLimits.open(candidate, name);
                } catch (IOException e) {
                    reasons.add(reason(e));
                }
            }
        } catch (IOException e) {
            return new NoLimits(ADVICE + "this system has no control groups.");
        }
        return reasons.isEmpty()
                ? new NoLimits(ADVICE + "no control groups for cpu and memory are mounted" + REMEDY)
                : new NoLimits(ADVICE + reasons.get(0) + REMEDY);
    }

    /**
     * Where groups may be made, the best first. A group of version 2 that has processes cannot have groups with limits, unless it is
     * the root; so the nearest group above this process's own is tried, too, and so on.
     */
    private static List<CgroupVersion> candidates(CgroupMembership membership) {
        List<CgroupVersion> candidates = new ArrayList<>();
        for (Path group : membership.unified()) {
            if (hasControllers(group)) {
                candidates.add(new CgroupV2(group));
            }
        }
        Optional<Path> cpu = membership.hierarchy("cpu");
        Optional<Path> memory = membership.hierarchy("memory");
        if (cpu.isPresent() && memory.isPresent()) {
            candidates.add(new CgroupV1(cpu.get(), memory.get()));
        }
        return candidates;
    }

    private static boolean hasControllers(Path group) {
        try {
            String controllers = Files.readString(group.resolve("cgroup.controllers"));
            return List.of(controllers.strip().split(" ")).containsAll(CgroupV2.CONTROLLERS);
        } catch (IOException e) {
            return false;
        }
    }

    private static String reason(IOException e) {
        return e instanceof FileSystemException refused && refused.getReason() != null
                ? refused.getFile() + ": " + refused.getReason()
                : String.valueOf(e.getMessage());
    }

    /** The same for each start on the same directory, so that the next one finds what a killed one left. */
    private static String groupName(Path owner) {
        byte[] path = owner.toAbsolutePath().normalize().toString().getBytes(StandardCharsets.UTF_8);
        return "lambdafs-" + UUID.nameUUIDFromBytes(path).toString().substring(0, 13);
    }
}
