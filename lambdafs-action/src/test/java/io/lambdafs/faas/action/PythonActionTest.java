package io.lambdafs.faas.action;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.faas.action.ActionFixture.Instance;
import io.lambdafs.faas.action.ActionFixture.Reply;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Functions in Python, each call a transaction: what commits, what runs again, what is rolled back. */
@Timeout(60)
final class PythonActionTest {
    private static final String COUNT = """
            import os, time
            def main(args):
                path = "/mnt/v/count"
                n = int(open(path).read()) if os.path.exists(path) else 0
                with open(path, "w") as f:
                    f.write(str(n + 1))
                print("counted", n + 1)
                if args.get("meet"):
                    meet(args["meet"])
                if args.get("raise"):
                    raise ValueError(args["raise"])
                return args.get("answer", {"n": n + 1})
            def meet(where):
                # The first time only: then the other one is awaited.
                if not os.path.exists(where + "/here"):
                    open(where + "/here", "w").close()
                    while not os.path.exists(where + "/go"):
                        time.sleep(0.01)
            """;

    @TempDir
    private Path scratch;

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private ActionFixture fixture;

    @BeforeEach
    void start() {
        ActionFixture.assumeProgram("cc");
        ActionFixture.assumeProgram("python3");
        fixture = new ActionFixture();
    }

    @AfterEach
    void stop() throws IOException {
        threads.shutdownNow();
        if (fixture != null) {
            fixture.close();
        }
    }

    private static void requireAnswer(Reply reply, String body) {
        assertThat(reply).isEqualTo(new Reply(200, body));
    }

    @Test
    void calls_areCommittedOneAfterTheOther() throws Exception {
        Instance instance = fixture.start("python:3", COUNT);
        requireAnswer(instance.run("{}"), "{\"n\":1}");
        requireAnswer(instance.run("{}"), "{\"n\":2}");
        assertThat(fixture.file("/count")).isEqualTo("2");
        assertThat(instance.printed())
                .isEqualTo("counted 1\n" + ActionFixture.SENTINEL + "counted 2\n" + ActionFixture.SENTINEL);
    }

    @Test
    void anError_leavesNothing() throws Exception {
        Instance instance = fixture.start("python", COUNT);
        requireAnswer(instance.run("{\"raise\":\"as asked\"}"), "{\"error\":\"as asked\"}");
        requireAnswer(instance.run("{\"answer\":{\"error\":\"no\"}}"), "{\"error\":\"no\"}");
        requireAnswer(instance.run("{\"answer\":[1]}"), "{\"error\":\"The action did not return a dictionary.\"}");
        assertThat(fixture.file("/count")).isEqualTo("nothing");
        assertThat(instance.printed()).startsWith("counted 1\n");
    }

    /** Its caller would get an error. */
    @Test
    void anAnswerThatIsTooLarge_leavesNothing() throws Exception {
        Instance instance = fixture.start(
                "python",
                COUNT.replace(
                        "args.get(\"answer\", ",
                        "(args.get(\"answer\") and " + "{\"x\": \"x\" * args[\"answer\"]} or "));
        Reply reply = instance.run("{\"answer\":2000000}");
        assertThat(reply.status()).isEqualTo(502);
        assertThat(reply.body()).contains("exceeded the allowed length");
        assertThat(fixture.file("/count")).isEqualTo("nothing");
        requireAnswer(instance.run("{}"), "{\"n\":1}");
    }

    /** Starts a call that has read and written, and does not end before another has committed. */
    private Future<Reply> overtaken(Instance slow, Instance fast) throws Exception {
        Future<Reply> lost = threads.submit(() -> slow.run("{\"meet\":\"" + scratch + "\"}"));
        while (!Files.exists(scratch.resolve("here"))) {
            TimeUnit.MILLISECONDS.sleep(5);
        }
        requireAnswer(fast.run("{}"), "{\"n\":1}");
        Files.createFile(scratch.resolve("go"));
        return lost;
    }

    @Test
    void aCallThatHasLost_runsAgainAndItsCallerSeesNothing() throws Exception {
        Instance slow = fixture.start("python", COUNT);
        Future<Reply> lost = overtaken(slow, fixture.start("python", COUNT));
        requireAnswer(lost.get(), "{\"n\":2}");
        assertThat(fixture.file("/count")).isEqualTo("2");
        assertThat(slow.printed()).isEqualTo("counted 2\n" + ActionFixture.SENTINEL);
    }

    @Test
    void aCallThatMayNotRunAgain_fails() throws Exception {
        Instance slow = fixture.start();
        slow.init("python", COUNT, "main", false, Map.of(ActionSettings.RETRIES, "0"));
        Future<Reply> lost = overtaken(slow, fixture.start("python", COUNT));
        assertThat(lost.get().body()).startsWith("{\"error\":\"other transactions were faster 1 times");
        assertThat(fixture.file("/count")).isEqualTo("1");
    }

    @Test
    void twoInstances_countEachCallOnce() throws Exception {
        int each = 20;
        List<Future<Integer>> lanes = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            Instance instance = fixture.start("python", COUNT);
            lanes.add(threads.submit(() -> {
                int acknowledged = 0;
                for (int time = 0; time < each; time++) {
                    acknowledged += instance.run("{}").body().contains("\"n\"") ? 1 : 0;
                }
                return acknowledged;
            }));
        }
        int acknowledged = lanes.get(0).get() + lanes.get(1).get();
        assertThat(acknowledged).isEqualTo(2 * each);
        assertThat(fixture.file("/count")).isEqualTo(String.valueOf(acknowledged));
    }

    @Test
    void aCallThatDoesNotEnd_isEndedAtItsDeadline_andTheNextOneIsServed() throws Exception {
        Instance instance = fixture.start("python", """
                import time
                def main(args):
                    open("/mnt/v/began", "w").close()
                    time.sleep(args.get("seconds", 0))
                    return {"slept": True}
                """);
        long deadline = System.currentTimeMillis() + 1500;
        assertThat(instance.post("/run", "{\"value\":{\"seconds\":3600},\"deadline\":\"" + deadline + "\"}")
                        .body())
                .contains("exceeded its time limit");
        assertThat(fixture.file("/began")).isEqualTo("nothing");
        assertThat(instance.run("{}").body()).contains("slept");
        assertThat(fixture.file("/began")).isEmpty();
    }

    @Test
    void aCallAfterItsDeadline_isNotRun() throws Exception {
        Instance instance = fixture.start("python", COUNT);
        assertThat(instance.post("/run", "{\"value\":{},\"deadline\":\"1000\"}").body())
                .contains("exceeded its time limit");
        assertThat(fixture.file("/count")).isEqualTo("nothing");
    }

    @Test
    void codeUsesFilesWhenItIsLoaded_andEachCallIsToldAboutItself() throws Exception {
        Instance instance = fixture.start("python", """
                import os, sys
                open("/mnt/v/loaded", "w").write("yes")
                print("loading")
                def main(args):
                    return {"id": os.environ["__OW_ACTIVATION_ID"], "secret": "geheim" in str(os.environ),
                            "input": sys.stdin.read()}
                """);
        assertThat(fixture.file("/loaded")).isEqualTo("yes");
        assertThat(instance.printed()).isEqualTo("loading\n");
        requireAnswer(
                instance.post("/run", "{\"value\":{},\"activation_id\":\"a1\"}"),
                "{\"id\":\"a1\",\"secret\":false,\"input\":\"\"}");
    }

    /** What it has in its buffers may be of a call that never was. */
    @Test
    void aFileOfAnEarlierCall_isStale_andItsLockIsGone() throws Exception {
        Instance instance = fixture.start("python", """
                import errno, fcntl, os
                kept = None
                def main(args):
                    global kept
                    if kept is None:
                        kept = os.open("/mnt/v/f", os.O_RDWR | os.O_CREAT)
                        fcntl.flock(kept, fcntl.LOCK_EX)
                        return {"wrote": os.write(kept, b"x")}
                    try:
                        os.write(kept, b"y")
                    except OSError as e:
                        again = os.open("/mnt/v/f", os.O_RDWR)
                        fcntl.flock(again, fcntl.LOCK_EX | fcntl.LOCK_NB)
                        os.close(kept)
                        os.close(again)
                        return {"errno": errno.errorcode[e.errno]}
                """);
        requireAnswer(instance.run("{}"), "{\"wrote\":1}");
        requireAnswer(instance.run("{}"), "{\"errno\":\"ESTALE\"}");
        assertThat(fixture.file("/f")).isEqualTo("x");
    }

    @Test
    void sqlite_isUsedByTwoInstances() throws Exception {
        String code = """
                import sqlite3
                def main(args):
                    with sqlite3.connect("/mnt/v/db") as db:
                        db.execute("create table if not exists t(a)")
                        db.execute("insert into t values (?)", (args["a"],))
                    check = db.execute("pragma integrity_check").fetchone()[0]
                    rows = db.execute("select count(*) from t").fetchone()[0]
                    db.close()
                    return {"check": check, "rows": rows}
                """;
        Instance one = fixture.start("python", code);
        Instance other = fixture.start("python", code);
        for (int i = 0; i < 10; i++) {
            int number = i;
            Future<Reply> beside = threads.submit(() -> one.run("{\"a\":" + number + "}"));
            assertThat(other.run("{\"a\":\"x\"}").body()).contains("\"check\":\"ok\"");
            assertThat(beside.get().body()).contains("\"check\":\"ok\"");
        }
        requireAnswer(one.run("{\"a\":0}"), "{\"check\":\"ok\",\"rows\":21}");
    }

    @Test
    void largeParameters_arrive() throws Exception {
        Instance instance = fixture.start(
                "python", "def main(args): return {'s': len(args['s']), 'l': sum(args['l']), 'e': args['e']}");
        StringBuilder numbers = new StringBuilder("1");
        numbers.append(",1".repeat(99_999));
        String text = "x".repeat(700_000);
        requireAnswer(
                instance.run("{\"s\":\"" + text + "\",\"l\":[" + numbers + "],\"e\":\"\\u00e9\\n\"}"),
                "{\"s\":700000,\"l\":100000,\"e\":\"\u00e9\\n\"}");
    }

    private static long pidOf(Reply reply) {
        return Long.parseLong(reply.body().replaceAll("\\D", ""));
    }

    private static final String SLOW = """
            import os, time
            def main(args):
                if args.get("pid"):
                    return {"pid": os.getpid()}
                with open("/mnt/v/lines", "a") as f:
                    f.write("line\\n")
                open(args["here"], "w").close()
                for i in range(args.get("steps", 1000)):
                    time.sleep(0.01)
                    os.stat("/mnt/v/lines")
                return {}
            """;

    private Path awaited(String name) throws Exception {
        Path file = scratch.resolve(name);
        while (!Files.exists(file)) {
            TimeUnit.MILLISECONDS.sleep(5);
        }
        return file;
    }

    @Test
    void aProcessThatIsKilled_leavesNothing_andIsReplaced() throws Exception {
        Instance instance = fixture.start("python", SLOW);
        long pid = pidOf(instance.run("{\"pid\":true}"));
        Future<Reply> killed = threads.submit(() -> instance.run("{\"here\":\"" + scratch.resolve("here") + "\"}"));
        awaited("here");
        assertThat(ProcessHandle.of(pid).orElseThrow().destroyForcibly()).isTrue();
        assertThat(killed.get().status()).isEqualTo(502);
        assertThat(killed.get().body()).contains("exited unexpectedly");
        assertThat(fixture.file("/lines")).isEqualTo("nothing");
        assertThat(pidOf(instance.run("{\"pid\":true}"))).isNotEqualTo(pid);
    }

    @Test
    void aProcessThatIsFrozenWithinACallAndBetweenTwo_goesOn() throws Exception {
        Instance instance = fixture.start("python", SLOW);
        long pid = pidOf(instance.run("{\"pid\":true}"));
        Future<Reply> frozen =
                threads.submit(() -> instance.run("{\"steps\":20,\"here\":\"" + scratch.resolve("here") + "\"}"));
        awaited("here");
        freeze(pid);
        requireAnswer(frozen.get(), "{}");
        freeze(pid);
        assertThat(pidOf(instance.run("{\"pid\":true}"))).isEqualTo(pid);
        assertThat(fixture.file("/lines")).isEqualTo("line\n");
    }

    private static void freeze(long pid) throws Exception {
        signal("STOP", pid);
        TimeUnit.MILLISECONDS.sleep(500);
        signal("CONT", pid);
    }

    private static void signal(String name, long pid) throws Exception {
        assertThat(new ProcessBuilder("sh", "-c", "kill -" + name + " " + pid)
                        .start()
                        .waitFor())
                .isZero();
    }
}
