package io.lambdafs.openwhisk.platform.limits;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Limits by control groups: one for the owner, and in it one for each process. A process that was to be limited joins its group
 * before it runs its program, so that nothing of it is outside.
 */
final class CgroupLimits implements ResourceLimits {
    private static final int PROBE_SECONDS = 5;
    private static final int REMOVALS = 100;
    private static final int REMOVAL_PAUSE_MILLIS = 10;
    private static final int MIN_PROBE_MEMORY_MB = 64;
    private static final int PROBE_CPU_MILLIS = 1_000;

    private final CgroupVersion version;
    private final String name;
    private final Set<ProcessGroup> lingering = ConcurrentHashMap.newKeySet();

    private CgroupLimits(CgroupVersion version, String name) {
        this.version = version;
        this.name = name;
    }

    /**
     * Takes over the group of that name and sees whether a process can be limited in it.
     *
     * @throws IOException if the system refuses something
     */
    static CgroupLimits open(CgroupVersion version, String name) throws IOException {
        CgroupLimits limits = new CgroupLimits(version, name);
        try {
            for (Path parent : version.parents()) {
                Path group = parent.resolve(name);
                removeLeftovers(group);
                version.enable(parent);
                if (!Files.isDirectory(group)) {
                    Files.createDirectory(group);
                }
                version.enable(group);
            }
            limits.probe();
            return limits;
        } catch (IOException e) {
            limits.close();
            throw e;
        }
    }

    @Override
    public ProcessLimits prepare(String process, int memoryMb) throws IOException {
        lingering.removeIf(ProcessGroup::remove);
        List<Path> groups = version.parents().stream()
                .map(parent -> parent.resolve(name).resolve(process))
                .toList();
        ProcessGroup limited = new ProcessGroup(version, groups, lingering::add);
        try {
            for (Path group : groups) {
                Files.createDirectory(group);
            }
            version.limitMemory(groups, memoryMb);
            weigh();
            return limited;
        } catch (IOException e) {
            limited.close();
            throw e;
        }
    }

    /*
     * All processes are in one group, which otherwise would get no more than one other process when all cores are busy. Those that end
     * count until the next one starts.
     */
    private void weigh() {
        Path group = version.parents().get(0).resolve(name);
        try {
            version.weigh(group, Math.max(1, children(group).size()));
        } catch (IOException refused) {
            // Then they get less than they could while others are busy. Their limits hold.
            return;
        }
    }

    @Override
    public Optional<String> unavailable() {
        return Optional.empty();
    }

    @Override
    public void close() {
        version.parents().forEach(parent -> removeAll(parent.resolve(name)));
    }

    /** Whether a process may join its group shows only when one tries to. */
    private void probe() throws IOException {
        ProcessLimits limits = prepare("probe", MIN_PROBE_MEMORY_MB);
        try {
            limits.limitCpu(PROBE_CPU_MILLIS);
            Process process = new ProcessBuilder(limits.command(List.of("/bin/cat", "/proc/self/cgroup")))
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            process.getOutputStream().close();
            String groups = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (!process.waitFor(PROBE_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
            long joined = groups.lines()
                    .filter(line -> line.contains("/" + name + "/"))
                    .count();
            if (joined < version.parents().size()) {
                throw new IOException("a process cannot join the control group " + version.parents() + "/" + name);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        } finally {
            limits.close();
        }
    }

    /** An earlier owner was killed: its processes are nobody's. */
    private static void removeLeftovers(Path group) throws IOException {
        if (!Files.isDirectory(group)) {
            return;
        }
        for (Path child : children(group)) {
            for (long pid : ControlFile.processes(child)) {
                ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
            }
        }
        removeAll(group);
    }

    /** Removes a group and the groups in it. What ends just now is waited for, not longer than a second. */
    private static void removeAll(Path group) {
        for (int i = 0; i < REMOVALS && Files.isDirectory(group); i++) {
            try {
                for (Path child : children(group)) {
                    Files.deleteIfExists(child);
                }
                Files.deleteIfExists(group);
            } catch (IOException stillInUse) {
                pause();
            }
        }
    }

    private static List<Path> children(Path group) throws IOException {
        try (Stream<Path> files = Files.list(group)) {
            return files.filter(Files::isDirectory).toList();
        }
    }

    private static void pause() {
        try {
            Thread.sleep(REMOVAL_PAUSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
