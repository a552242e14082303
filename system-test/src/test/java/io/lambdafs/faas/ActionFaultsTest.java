package io.lambdafs.faas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.lambdafs.system.Stack;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A function on the platform counts in a file, and writes a line into another one in the same call. Whatever is killed or frozen, there
 * are as many lines as were counted, and one for each call that was acknowledged.
 */
@Tag("long")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(value = 5, unit = TimeUnit.MINUTES)
final class ActionFaultsTest {
    private static final int CALLERS = 4;
    private static final int ROUNDS = 5;
    private static final long BETWEEN_MILLIS = 1_000;
    private static final Duration CALL = Duration.ofSeconds(70);
    private static final int OK = 200;

    private static final String COUNT = """
            import os, time
            def main(args):
                count = int(open("/mnt/volume/count").read()) if os.path.exists("/mnt/volume/count") else 0
                with open("/mnt/volume/lines", "a") as f:
                    f.write(args["line"] + "\\n")
                # Long enough that something can happen meanwhile.
                time.sleep(args.get("seconds", 0.02))
                with open("/mnt/volume/count", "w") as f:
                    f.write(str(count + 1))
                return {"counted": args["line"]}
            """;

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final HttpClient http = HttpClient.newHttpClient();

    @TempDir
    private Path scratch;

    private Stack stack;
    private String volume = "";
    private String url = "";

    @BeforeAll
    void start() throws IOException {
        for (String needed : List.of("cc", "python3")) {
            assumeTrue(isThere(needed), "functions are not run on the platform: " + needed + " is not on the PATH");
        }
        stack = Stack.start(1, 1, "--store", "rocks");
    }

    private static boolean isThere(String program) {
        return Stream.of(System.getenv("PATH").split(":"))
                .anyMatch(place -> Files.isExecutable(Path.of(place, program)));
    }

    @AfterAll
    void stop() throws IOException {
        threads.shutdownNow();
        if (stack != null) {
            stack.close();
        }
    }

    @BeforeEach
    void deploy() throws IOException {
        volume = stack.run("volume", "create").strip();
        Path code = Files.writeString(scratch.resolve("count.py"), COUNT);
        url = stack.run("faas", "deploy", "count", "--volume", volume, code.toString())
                .strip();
    }

    private HttpRequest request(String parameters) throws IOException {
        byte[] key = Files.readString(stack.dataDir().resolve("conf/platform.key"))
                .strip()
                .getBytes(StandardCharsets.UTF_8);
        return HttpRequest.newBuilder(URI.create(url))
                .header("Authorization", "Basic " + Base64.getEncoder().encodeToString(key))
                .header("Content-Type", "application/json")
                .timeout(CALL)
                .POST(HttpRequest.BodyPublishers.ofString(parameters))
                .build();
    }

    /** Calls the function; whether it said that it has counted. */
    private boolean count(String line, double seconds) throws Exception {
        try {
            HttpResponse<String> response = http.send(
                    request("{\"line\":\"" + line + "\",\"seconds\":" + seconds + "}"),
                    HttpResponse.BodyHandlers.ofString());
            return response.statusCode() == OK && response.body().equals("{\"counted\":\"" + line + "\"}");
        } catch (IOException e) {
            return false;
        }
    }

    private interface Fault {
        void happen() throws Exception;
    }

    /** Counts while faults happen one after the other, and looks afterwards. */
    private void countDuring(Fault... faults) throws Exception {
        Set<String> acknowledged = new ConcurrentSkipListSet<>();
        AtomicBoolean done = new AtomicBoolean();
        List<Future<Boolean>> callers = new ArrayList<>();
        for (int i = 0; i < CALLERS; i++) {
            int caller = i;
            callers.add(threads.submit(() -> {
                for (int time = 0; !done.get(); time++) {
                    String line = caller + "-" + time;
                    if (count(line, 0.02)) {
                        acknowledged.add(line);
                    }
                }
                return true;
            }));
        }
        int before = 0;
        for (Fault fault : faults) {
            TimeUnit.MILLISECONDS.sleep(BETWEEN_MILLIS);
            while (acknowledged.size() == before) {
                TimeUnit.MILLISECONDS.sleep(BETWEEN_MILLIS / 10);
            }
            before = acknowledged.size();
            fault.happen();
        }
        while (acknowledged.size() == before) {
            TimeUnit.MILLISECONDS.sleep(BETWEEN_MILLIS / 10);
        }
        done.set(true);
        for (Future<Boolean> caller : callers) {
            assertThat(caller.get(2, TimeUnit.MINUTES)).isTrue();
        }
        requireEachOnce(acknowledged);
    }

    private void requireEachOnce(Set<String> acknowledged) throws IOException {
        assertThat(acknowledged).isNotEmpty();
        List<String> lines = List.of(file("lines").split("\n"));
        assertThat(lines).doesNotHaveDuplicates().containsAll(acknowledged);
        assertThat(file("count")).isEqualTo(String.valueOf(lines.size()));
    }

    private String file(String name) throws IOException {
        Path copy = scratch.resolve("copy-" + name);
        stack.run("volume", "get", volume, "/" + name, copy.toString());
        String text = Files.readString(copy);
        Files.delete(copy);
        return text;
    }

    /** An instance that counts now. */
    private ProcessHandle instance() throws Exception {
        while (true) {
            JsonNode pool = new ObjectMapper().readTree(stack.askPlatform("/admin/instances"));
            for (JsonNode instance : pool.path("instances")) {
                boolean counts = instance.path("action").asText().equals("count")
                        && instance.path("active").asInt() > 0;
                if (counts) {
                    return ProcessHandle.of(instance.path("pid").asLong()).orElseThrow();
                }
            }
        }
    }

    private void killFunction() throws Exception {
        while (true) {
            for (ProcessHandle python : instance().children().toList()) {
                if (python.destroyForcibly()) {
                    return;
                }
            }
        }
    }

    private void killInstance() throws Exception {
        assertThat(instance().destroyForcibly()).isTrue();
    }

    private void freezeInstance(Duration time) throws Exception {
        ProcessHandle instance = instance();
        List<ProcessHandle> all = new ArrayList<>(instance.descendants().toList());
        all.add(instance);
        for (ProcessHandle process : all) {
            boolean unused = Stack.trySignal("STOP", process.pid());
        }
        TimeUnit.MILLISECONDS.sleep(time.toMillis());
        for (ProcessHandle process : all) {
            boolean unused = Stack.trySignal("CONT", process.pid());
        }
    }

    @Test
    void functionsInstancesAndTheEngineKilledAgainAndAgain_eachAcknowledgedCallIsCountedOnce() throws Exception {
        List<Fault> faults = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            faults.addAll(List.of(
                    this::killFunction,
                    this::killInstance,
                    () -> freezeInstance(Duration.ofSeconds(2)),
                    stack::killAndRestartStore));
        }
        countDuring(faults.toArray(Fault[]::new));
    }

    @Test
    void aFunctionOfAVolumeThatIsNotThere_isNotDeployed() throws Exception {
        Path code = Files.writeString(scratch.resolve("other.py"), COUNT);
        Stack.Result result = stack.tryRun("faas", "deploy", "other", "--volume", "99999", code.toString());
        assertThat(result.status()).isEqualTo(1);
        assertThat(result.errors()).contains("there is no volume 99999");
    }

    /** Longer than anything here waits for an answer, the platform excepted. */
    @Test
    void anInstanceThatIsFrozenForLongWithinACall_goesOn() throws Exception {
        Set<String> acknowledged = new ConcurrentSkipListSet<>();
        Future<Boolean> frozen = threads.submit(() -> count("frozen", 2));
        Thread.sleep(BETWEEN_MILLIS);
        freezeInstance(Duration.ofSeconds(45));
        assertThat(frozen.get()).isTrue();
        acknowledged.add("frozen");
        assertThat(count("after", 0)).isTrue();
        acknowledged.add("after");
        requireEachOnce(acknowledged);
    }
}
