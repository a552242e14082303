package io.lambdafs.gateway.console;

import io.lambdafs.system.Await;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A Chromium without a screen, with an empty profile. It may not reach anything but this machine. */
final class Chromium implements AutoCloseable {
    private static final Duration BOUND = Duration.ofSeconds(60);

    private final Process process;
    private final DevTools tools;

    private Chromium(Process process, DevTools tools) {
        this.process = process;
        this.tools = tools;
    }

    /** Starts this program; its profile and its output go to the directory. */
    static Chromium start(String program, Path directory) throws Exception {
        Path profile = Files.createTempDirectory(directory, "profile");
        Process process = new ProcessBuilder(
                        program,
                        "--headless",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--disable-quic",
                        "--disable-dev-shm-usage",
                        "--no-first-run",
                        "--disable-background-networking",
                        "--disable-component-update",
                        "--disable-sync",
                        "--hide-scrollbars",
                        "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
                        "--user-data-dir=" + profile,
                        "--remote-debugging-port=0",
                        "about:blank")
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("chromium.log").toFile())
                .start();
        // The port, and the path of the browser's own connection.
        Path port = profile.resolve("DevToolsActivePort");
        try {
            Await.until(
                    "the browser listens",
                    BOUND,
                    () -> Files.exists(port) && Files.readAllLines(port).size() > 1);
            List<String> lines = Files.readAllLines(port);
            return new Chromium(process, DevTools.connect(URI.create("ws://127.0.0.1:" + lines.get(0) + lines.get(1))));
        } catch (Exception e) {
            end(process);
            throw e;
        }
    }

    /** Opens an empty page that looks so. */
    BrowserPage open(BrowserPage.Look look) throws IOException {
        String target = tools.send("", "Target.createTarget", Map.of("url", "about:blank"))
                .path("targetId")
                .asText();
        String session = tools.send("", "Target.attachToTarget", Map.of("targetId", target, "flatten", true))
                .path("sessionId")
                .asText();
        return BrowserPage.open(tools, session, look);
    }

    @Override
    public void close() {
        tools.close();
        end(process);
    }

    /** Debian's program is a script, whose end is not that of the browser. */
    private static void end(Process program) {
        List<ProcessHandle> all = new ArrayList<>(program.descendants().toList());
        all.add(program.toHandle());
        all.forEach(ProcessHandle::destroy);
        try {
            for (ProcessHandle each : all) {
                each.onExit().get(BOUND.toSeconds(), TimeUnit.SECONDS);
            }
        } catch (ExecutionException | TimeoutException e) {
            all.forEach(ProcessHandle::destroyForcibly);
        } catch (InterruptedException e) {
            all.forEach(ProcessHandle::destroyForcibly);
            Thread.currentThread().interrupt();
        }
    }
}
