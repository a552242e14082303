package io.lambdafs.benchmark.harness.agent;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lambdafs.benchmark.harness.engine.OperationLog;
import io.lambdafs.benchmark.harness.engine.Share;
import io.lambdafs.benchmark.harness.engine.Worker;
import io.lambdafs.benchmark.harness.expected.ExpectedNamespace;
import io.lambdafs.benchmark.harness.result.PhaseJson;
import io.lambdafs.benchmark.harness.result.PhaseResult;
import io.lambdafs.benchmark.harness.trace.Trace;
import io.lambdafs.benchmark.harness.trace.TraceLine;
import io.lambdafs.benchmark.harness.workload.RunPlan;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The clients at an agent. For one thread. */
public final class RemoteWorker implements Worker {
    private static final int CONNECT_MILLIS = 10_000;

    /** An agent that is at work says so much more often. */
    private static final int SILENCE_MILLIS = 60_000;

    private final String name;
    private final AgentFrames frames;
    private final RunPlan plan;
    private final Share share;
    private final Optional<Trace> trace;
    private final OperationLog log;

    private RemoteWorker(
            String name, AgentFrames frames, RunPlan plan, Share share, Optional<Trace> trace, OperationLog log) {
        this.name = name;
        this.frames = frames;
        this.plan = plan;
        this.share = share;
        this.trace = trace;
        this.log = log;
    }

    /**
     * Connects to an agent.
     *
     * @param share which of the agents of the run it is
     * @param log takes, after the run, each operation that the clients there performed; {@link OperationLog#NONE} if
     *     nothing is recorded
     * @throws IOException if it does not answer, or one side does not have the other's token
     */
    public static RemoteWorker connect(
            InetSocketAddress address, Token token, RunPlan plan, Share share, Optional<Trace> trace, OperationLog log)
            throws IOException {
        String name = "agent " + address.getHostString() + ":" + address.getPort();
        Socket socket = new Socket();
        try {
            socket.connect(address, CONNECT_MILLIS);
            AgentFrames frames = new AgentFrames(socket);
            token.greet(frames);
            frames.patience(SILENCE_MILLIS);
            return new RemoteWorker(name, frames, plan, share, trace, log);
        } catch (IOException | RuntimeException e) {
            socket.close();
            throw new IOException(name + ": " + e.getMessage(), e);
        }
    }

    @Override
    public void prepare() throws IOException {
        ObjectNode command = command("prepare")
                .put("index", share.index())
                .put("count", share.count())
                .put("record", log != OperationLog.NONE);
        command.set("plan", PlanJson.encode(plan));
        if (trace.isPresent()) {
            command.put("trace", trace.get().head().toJson());
        }
        frames.write(command);
        if (trace.isPresent()) {
            List<String> lines = new ArrayList<>();
            for (int client = share.index(); client < plan.clients(); client += share.count()) {
                trace.get().lines().get(client).stream().map(TraceLine::toJson).forEach(lines::add);
            }
            Lines.write(frames, lines.iterator());
        }
        answer();
    }

    @Override
    public void warmUp() throws IOException {
        frames.write(command("warm-up"));
        answer();
    }

    @Override
    public PhaseResult run(int phase, long delayNanos) throws IOException {
        frames.write(command("run").put("phase", phase).put("delay_ns", delayNanos));
        return PhaseJson.decode(answer());
    }

    @Override
    public double ceiling(int phase) throws IOException {
        frames.write(command("ceiling").put("phase", phase));
        return answer().required("ops_per_s").asDouble();
    }

    @Override
    public ExpectedNamespace expected() throws IOException {
        frames.write(command("expected"));
        ExpectedNamespace expected = new ExpectedNamespace(plan.base());
        Lines.read(frames, expected::addLine);
        return expected;
    }

    @Override
    public void endLog() throws IOException {
        if (log == OperationLog.NONE) {
            return;
        }
        frames.write(command("recorded"));
        Lines.read(frames, text -> {
            TraceLine line = TraceLine.parse(text);
            log.performed(line.client(), line.dueNanos(), line.operation());
        });
    }

    private static ObjectNode command(String word) {
        return JsonNodeFactory.instance.objectNode().put("command", word);
    }

    private JsonNode answer() throws IOException {
        while (true) {
            JsonNode message;
            try {
                message = frames.read(AgentFrames.MAX_BYTES);
            } catch (SocketTimeoutException e) {
                throw new IOException(name + " has said nothing for " + SILENCE_MILLIS / 1000 + " s", e);
            } catch (IOException e) {
                throw new IOException(name + " is gone: " + e.getMessage(), e);
            }
            if (message.has("error")) {
                throw new IOException(name + ": " + message.path("error").asText());
            }
            if (message.has("answer")) {
                return message.path("answer");
            }
        }
    }

    @Override
    public void close() throws IOException {
        frames.close();
    }
}
