package io.lambdafs.openwhisk.platform.process;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import io.lambdafs.openwhisk.platform.storage.AtomicFile;
import java.io.IOException;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The processes that this platform has started, in a file. If the platform is killed, the next one finds there the
 * processes that are left, and ends them: an instance that was paused cannot notice that its platform has died.
 */
final class InstanceLedger {
    /** The start time that the operating system reports shifts a little when the clock is adjusted. */
    private static final long START_TOLERANCE_MILLIS = 2_000;

    private final AtomicFile file;
    private final ObjectMapper mapper;
    private final Map<Long, Long> startByPid = new TreeMap<>();
    private boolean closed;

    InstanceLedger(AtomicFile file, ObjectMapper mapper) {
        this.file = file;
        this.mapper = mapper;
    }

    synchronized void add(ProcessHandle process) throws IOException {
        startByPid.put(process.pid(), start(process).orElse(0L));
        save();
    }

    synchronized void remove(long pid) throws IOException {
        startByPid.remove(pid);
        save();
    }

    /** Ends the processes that an earlier platform recorded and that are still the same; says how many. */
    synchronized int killLeftovers() throws IOException {
        int killed = 0;
        if (file.exists()) {
            for (JsonNode entry : mapper.readTree(file.read())) {
                killed += kill(entry.path("pid").asLong(), entry.path("started").asLong()) ? 1 : 0;
            }
        }
        save();
        return killed;
    }

    private static boolean kill(long pid, long started) {
        return ProcessHandle.of(pid)
                .filter(process -> start(process)
                        .filter(actual -> Math.abs(actual - started) <= START_TOLERANCE_MILLIS)
                        .isPresent())
                .map(ProcessHandle::destroyForcibly)
                .orElse(false);
    }

    private static Optional<Long> start(ProcessHandle process) {
        return process.info().startInstant().map(Instant::toEpochMilli);
    }

    /** Writes no more: what is heard of processes from now on comes when the directory may be another platform's. */
    synchronized void close() {
        closed = true;
    }

    private void save() throws IOException {
        if (closed) {
            return;
        }
        ArrayNode entries = mapper.createArrayNode();
        startByPid.forEach((pid, started) -> entries.addObject().put("pid", pid).put("started", started));
        file.write(mapper.writeValueAsBytes(entries));
    }
}
