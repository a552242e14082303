package io.lambdafs.benchmark.harness.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.lambdafs.benchmark.harness.MemoryFileSystem;
import io.lambdafs.benchmark.harness.arrival.LoadSpec;
import io.lambdafs.benchmark.harness.arrival.Rollover;
import io.lambdafs.benchmark.harness.engine.OperationLog;
import io.lambdafs.benchmark.harness.engine.Runner;
import io.lambdafs.benchmark.harness.engine.Share;
import io.lambdafs.benchmark.harness.engine.Worker;
import io.lambdafs.benchmark.harness.machine.WatchedServers;
import io.lambdafs.benchmark.harness.result.Count;
import io.lambdafs.benchmark.harness.result.PhaseResult;
import io.lambdafs.benchmark.harness.trace.TraceLine;
import io.lambdafs.benchmark.harness.workload.FileSizes;
import io.lambdafs.benchmark.harness.workload.Mix;
import io.lambdafs.benchmark.harness.workload.Phase;
import io.lambdafs.benchmark.harness.workload.RunPlan;
import io.lambdafs.benchmark.harness.workload.TreeSpec;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class AgentTest {
    private static final String TOKEN = "correct-horse-battery-staple";

    private final List<AgentServer> servers = new ArrayList<>();

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path work;

    private Token token(String text) throws IOException {
        Path file = work.resolve("token-" + text.hashCode());
        Files.writeString(file, text + "\n");
        return Token.read(file);
    }

    private InetSocketAddress agent() throws IOException {
        AgentServer server =
                new AgentServer(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), token(TOKEN), line -> {});
        servers.add(server);
        Thread thread = new Thread(
                () -> {
                    try {
                        server.serve();
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                },
                "agent");
        thread.setDaemon(true);
        thread.start();
        return server.address();
    }

    @AfterEach
    void stop() throws IOException {
        for (AgentServer server : servers) {
            server.close();
        }
    }

    private static RunPlan plan(String name) {
        return new RunPlan(
                new RunPlan.Target(
                        "mem://" + name + "/", Map.of("fs.mem.impl", MemoryFileSystem.class.getName()), true),
                "/bench",
                3,
                5,
                new RunPlan.Workload(
                        "test",
                        List.of(
                                new Phase("spotify", Mix.SPOTIFY, TimeUnit.MILLISECONDS.toNanos(500), Phase.UNBOUNDED),
                                new Phase("create", Mix.parse("create=100"), TimeUnit.SECONDS.toNanos(20), 7)),
                        TreeSpec.parse("initial=6,shared=0.25,shared-dirs=3,files=4"),
                        FileSizes.parse("[(0,50),(10,50)]"),
                        2,
                        0,
                        0),
                LoadSpec.parse("const:400"),
                Rollover.parse("carry:100000"),
                RunPlan.Times.cold(TimeUnit.SECONDS.toNanos(20)).every(TimeUnit.MILLISECONDS.toNanos(250)));
    }

    @Test
    void twoAgents_shareTheLoad_andSumUp() throws Exception {
        RunPlan plan = plan("two-agents");
        List<Worker> workers = new ArrayList<>();
        List<TraceLine> recorded = new ArrayList<>();
        OperationLog log = (client, due, operation) -> recorded.add(new TraceLine(client, due, operation));
        try (FileSystem fs = MemoryFileSystem.named("two-agents")) {
            for (int i = 0; i < 2; i++) {
                workers.add(RemoteWorker.connect(agent(), token(TOKEN), plan, new Share(i, 2), Optional.empty(), log));
            }
            Runner runner = new Runner(plan, workers, List.of(), WatchedServers.NONE, line -> {});
            runner.run();
            PhaseResult spotify = runner.phases().get(0);
            assertThat(spotify.total(Count.OFFERED)).isEqualTo(200);
            assertThat(spotify.second(0).get(Count.OFFERED)).isEqualTo(100);
            assertThat(spotify.second(1).get(Count.OFFERED)).isEqualTo(100);
            assertThat(spotify.succeeded()).isEqualTo(200);
            assertThat(runner.phases().get(1).succeeded()).isEqualTo(35);
            assertThat(Runner.verify(fs, runner.expected()).examples()).isEmpty();
            assertThat(Runner.verify(fs, runner.expected()).found()).isGreaterThan(80);
            for (Worker worker : workers) {
                worker.endLog();
            }
            assertThat(recorded.stream().filter(line -> line.dueNanos() >= 0)).hasSize(235);
            assertThat(recorded.stream().map(TraceLine::client)).contains(0, 1, 2, 3, 4);
        } finally {
            for (Worker worker : workers) {
                worker.close();
            }
        }
    }

    @Test
    void wrongToken_isRefused_andTheRightOneServedAfterwards() throws Exception {
        InetSocketAddress agent = agent();
        assertThatThrownBy(() -> RemoteWorker.connect(
                        agent,
                        token("wrong-horse-battery-staple"),
                        plan("refused"),
                        Share.ALL,
                        Optional.empty(),
                        OperationLog.NONE))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("the token is wrong");
        RemoteWorker.connect(agent, token(TOKEN), plan("refused"), Share.ALL, Optional.empty(), OperationLog.NONE)
                .close();
    }

    @Test
    void whoSendsCommandsWithoutAProof_isRefused_andNoTokenIsOnTheWire() throws Exception {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), agent().getPort());
                AgentFrames frames = new AgentFrames(socket)) {
            frames.patience(10_000);
            assertThat(frames.read(AgentFrames.MAX_GREETING_BYTES).toString()).doesNotContain(TOKEN);
            frames.write(PlanJson.encode(plan("nobody")));
            assertThat(frames.read(AgentFrames.MAX_GREETING_BYTES).path("error").asText())
                    .contains("the token is wrong");
            assertThatThrownBy(() -> frames.read(AgentFrames.MAX_GREETING_BYTES))
                    .isInstanceOf(IOException.class);
        }
    }

    @Test
    void messageThatIsTooLarge_endsTheConnection() throws Exception {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), agent().getPort())) {
            socket.setSoTimeout(10_000);
            DataInputStream in = new DataInputStream(socket.getInputStream());
            in.readNBytes(in.readInt());
            socket.getOutputStream().write(new byte[] {127, -1, -1, -1, 'x'});
            assertThat(in.read()).isEqualTo(-1);
        }
    }

    @Test
    void impostorWithoutTheToken_isNotCommanded() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread thread = new Thread(
                    () -> {
                        try (AgentFrames frames = new AgentFrames(server.accept())) {
                            frames.write(JsonNodeFactory.instance
                                    .objectNode()
                                    .put("agent", 1)
                                    .put("nonce", "n"));
                            frames.read(AgentFrames.MAX_GREETING_BYTES);
                            frames.write(JsonNodeFactory.instance.objectNode().put("proof", "whatever"));
                        } catch (IOException e) {
                            throw new UncheckedIOException(e);
                        }
                    },
                    "impostor");
            thread.start();
            InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), server.getLocalPort());
            assertThatThrownBy(() -> RemoteWorker.connect(
                            address, token(TOKEN), plan("x"), Share.ALL, Optional.empty(), OperationLog.NONE))
                    .hasMessageContaining("does not know the token");
            thread.join(10_000);
        }
    }

    @Test
    void secondRunAtTheSameTime_isToldThatTheAgentIsBusy() throws Exception {
        InetSocketAddress agent = agent();
        try (RemoteWorker first = RemoteWorker.connect(
                agent, token(TOKEN), plan("busy"), Share.ALL, Optional.empty(), OperationLog.NONE)) {
            first.prepare();
            assertThatThrownBy(() -> RemoteWorker.connect(
                            agent, token(TOKEN), plan("busy"), Share.ALL, Optional.empty(), OperationLog.NONE))
                    .hasMessageContaining("busy");
        }
    }

    @Test
    void failureAtAnAgent_isSaidWithTheAgentsName() throws Exception {
        RunPlan plan = plan("failing");
        RunPlan broken = new RunPlan(
                new RunPlan.Target("nofs://x/", Map.of(), false),
                plan.base(),
                0,
                1,
                plan.work(),
                plan.load(),
                plan.rollover(),
                plan.times());
        try (RemoteWorker worker =
                RemoteWorker.connect(agent(), token(TOKEN), broken, Share.ALL, Optional.empty(), OperationLog.NONE)) {
            assertThatThrownBy(worker::prepare).hasMessageContaining("agent ").hasMessageContaining("nofs");
        }
    }

    @Test
    void plan_isTheSameAfterTheWire() {
        RunPlan plan = plan("wire");
        assertThat(PlanJson.encode(PlanJson.decode(PlanJson.encode(plan)))).isEqualTo(PlanJson.encode(plan));
        assertThat(PlanJson.decode(PlanJson.encode(plan)).times()).isEqualTo(plan.times());
    }

    @Test
    void shortToken_isRefused() {
        assertThatThrownBy(() -> token("short")).hasMessageContaining("at least 16");
    }
}
