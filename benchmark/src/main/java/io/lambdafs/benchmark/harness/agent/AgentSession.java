package io.lambdafs.benchmark.harness.agent;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.lambdafs.benchmark.harness.engine.LocalWorker;
import io.lambdafs.benchmark.harness.engine.OperationLog;
import io.lambdafs.benchmark.harness.engine.Share;
import io.lambdafs.benchmark.harness.engine.Worker;
import io.lambdafs.benchmark.harness.result.PhaseJson;
import io.lambdafs.benchmark.harness.trace.Trace;
import io.lambdafs.benchmark.harness.trace.TraceHead;
import io.lambdafs.benchmark.harness.trace.TraceLine;
import io.lambdafs.benchmark.harness.workload.RunPlan;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One run at an agent, after the greeting. For one thread. */
final class AgentSession {
    /** How often an agent that is at work says so. */
    static final int ALIVE_SECONDS = 5;

    /** How long the other side may keep silent between two commands. */
    private static final int PATIENCE_MILLIS = (int) TimeUnit.HOURS.toMillis(8);

    private final AgentFrames frames;
    private @Nullable Worker worker;
    private @Nullable Recording recording;

    AgentSession(AgentFrames frames) {
        this.frames = frames;
    }

    static void refuse(AgentFrames frames, String why) throws IOException {
        frames.write(JsonNodeFactory.instance.objectNode().put("error", why));
    }

    /** Executes commands until the other side goes. */
    void serve() throws IOException {
        frames.patience(PATIENCE_MILLIS);
        try {
            while (true) {
                JsonNode command = frames.read(AgentFrames.MAX_BYTES);
                try {
                    execute(command);
                } catch (IOException | RuntimeException e) {
                    refuse(frames, String.valueOf(e.getMessage()));
                }
            }
        } catch (EOFException gone) {
            // That is how a run ends.
            return;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        } finally {
            if (worker != null) {
                worker.close();
            }
            if (recording != null) {
                recording.close();
            }
        }
    }

    private void execute(JsonNode command) throws IOException, InterruptedException {
        switch (command.path("command").asText()) {
            case "prepare" -> prepare(command);
            case "warm-up" -> {
                alive(() -> {
                    required().warmUp();
                    return JsonNodeFactory.instance.objectNode();
                });
            }
            case "run" ->
                alive(() -> PhaseJson.encode(required()
                        .run(
                                command.required("phase").asInt(),
                                command.required("delay_ns").asLong())));
            case "ceiling" ->
                alive(() -> JsonNodeFactory.instance
                        .objectNode()
                        .put(
                                "ops_per_s",
                                required().ceiling(command.required("phase").asInt())));
            case "expected" ->
                Lines.write(frames, required().expected().toLines().iterator());
            case "recorded" -> recorded();
            default -> throw new IllegalArgumentException("there is no such command: " + command.path("command"));
        }
    }

    private Worker required() {
        if (worker == null) {
            throw new IllegalStateException("the first command is prepare");
        }
        return worker;
    }

    private void recorded() throws IOException {
        if (recording == null) {
            throw new IllegalStateException("nothing was recorded: prepare did not ask for it");
        }
        recording.send(frames);
    }

    private void prepare(JsonNode command) throws IOException, InterruptedException {
        if (worker != null) {
            throw new IllegalStateException("a connection is for one run");
        }
        RunPlan plan = PlanJson.decode(command.required("plan"));
        Share share = new Share(
                command.required("index").asInt(), command.required("count").asInt());
        Optional<Trace> trace = Optional.empty();
        if (command.has("trace")) {
            trace = Optional.of(trace(TraceHead.parse(command.path("trace").asText())));
        }
        if (command.path("record").asBoolean()) {
            recording = Recording.of(plan);
        }
        Worker made = new LocalWorker(plan, share, trace, recording == null ? OperationLog.NONE : recording);
        worker = made;
        alive(() -> {
            made.prepare();
            return JsonNodeFactory.instance.objectNode();
        });
    }

    private Trace trace(TraceHead head) throws IOException {
        List<List<TraceLine>> clients = new ArrayList<>();
        for (int i = 0; i < head.clients(); i++) {
            clients.add(new ArrayList<>());
        }
        Lines.read(frames, text -> {
            TraceLine line = TraceLine.parse(text);
            clients.get(line.client()).add(line);
        });
        return new Trace(head, clients);
    }

    /** Something that takes time and has an answer. */
    @FunctionalInterface
    private interface Work {
        JsonNode perform() throws IOException, InterruptedException;
    }

    /** Does it, says now and then that it is at work, and answers. */
    private void alive(Work work) throws IOException, InterruptedException {
        ScheduledExecutorService ticks = Executors.newSingleThreadScheduledExecutor();
        Future<?> unused = ticks.scheduleAtFixedRate(this::sayAlive, ALIVE_SECONDS, ALIVE_SECONDS, TimeUnit.SECONDS);
        JsonNode answer;
        try {
            answer = work.perform();
        } finally {
            ticks.shutdownNow();
        }
        // No message may come after the answer that the other side does not expect.
        if (!ticks.awaitTermination(ALIVE_SECONDS, TimeUnit.SECONDS)) {
            throw new IOException("a message cannot be sent");
        }
        frames.write(JsonNodeFactory.instance.objectNode().set("answer", answer));
    }

    private void sayAlive() {
        try {
            frames.write(JsonNodeFactory.instance.objectNode().put("alive", true));
        } catch (IOException gone) {
            throw new UncheckedIOException("the other side is gone", gone);
        }
    }
}
