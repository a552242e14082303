package io.lambdafs.openwhisk.platform;

import io.lambdafs.container.FunctionHandler;
import io.lambdafs.container.FunctionResult;
import io.lambdafs.container.InitRequest;
import io.lambdafs.container.Invocation;
import io.lambdafs.container.ParentWatch;
import io.lambdafs.openwhisk.action.ActionServer;
import io.lambdafs.openwhisk.action.ActionServerConfig;
import io.lambdafs.openwhisk.action.Rehearsal;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** A function instance for tests: does what its parameter {@code do} says and echoes the rest with its process id. */
final class EchoAction implements FunctionHandler {
    private static final Queue<ByteBuffer> KEPT = new ConcurrentLinkedQueue<>();
    private static final String REFUSE_INIT = "refuse";

    private final CompletableFuture<ActionServer> server = new CompletableFuture<>();
    private final LongAdder calls = new LongAdder();
    private volatile boolean rehearsed;
    private volatile String setting = "";

    public static void main(String[] args) throws Exception {
        ActionServerConfig config = ActionServerConfig.fromEnvironment(System.getenv());
        EchoAction action = new EchoAction();
        if ("true".equals(System.getenv(Rehearsal.VARIABLE))) {
            Rehearsal.of(action);
        }
        ActionServer server = ActionServer.start(config, action, System.out, System.err);
        action.server.complete(server);
        ParentWatch.start(System.in, () -> Runtime.getRuntime().halt(0));
        Runtime.getRuntime().addShutdownHook(new Thread(server::close));
    }

    @Override
    public void rehearse() {
        rehearsed = true;
    }

    @Override
    public void init(InitRequest request) throws Exception {
        Map<String, String> told = new TreeMap<>(request.environment());
        told.keySet().removeIf(name -> !name.startsWith("LAMBDAFS_"));
        setting = request.environment().getOrDefault("SETTING", told.isEmpty() ? "" : told.toString());
        String code = request.code().orElse("");
        switch (code) {
            case REFUSE_INIT -> throw new IllegalStateException("not today");
            case "exit" -> Runtime.getRuntime().halt(3);
            case "hang" -> Thread.sleep(60_000);
            default -> {}
        }
    }

    @Override
    public String metrics() {
        return """
                # HELP echoes_total Calls.
                # TYPE echoes_total counter
                echoes_total %d
                nonsense of a strange image
                # HELP lambdafs_platform_cold_starts_total Forged.
                # TYPE lambdafs_platform_cold_starts_total counter
                lambdafs_platform_cold_starts_total 1000000
                """.formatted(calls.sum());
    }

    @Override
    public FunctionResult run(Invocation activation) throws Exception {
        calls.increment();
        switch (activation.params().text("do").orElse("echo")) {
            case "fail" -> {
                return FunctionResult.error("as asked");
            }
            case "throw" -> throw new IllegalArgumentException("thrown as asked");
            case "exit" -> Runtime.getRuntime().halt(3);
            case "wait" -> awaitFile(Path.of(file(activation)));
            case "refuse more" -> server.join().refuseNewActivations();
            case "leave" -> Runtime.getRuntime().addShutdownHook(new Thread(() -> leave(Path.of(file(activation)))));
            case "log" -> {
                System.out.println("to stdout");
                System.err.println("to stderr");
            }
            case "large" -> {
                return FunctionResult.of(Map.of("large", "x".repeat((1 << 20) + 1)));
            }
            case "burn" -> startBurners();
            case "burn and wait" -> {
                startBurners();
                awaitFile(Path.of(file(activation)));
            }
            case "allocate" -> allocate(512);
            default -> {}
        }
        Map<String, @Nullable Object> answer =
                new LinkedHashMap<>(activation.params().fields());
        answer.put("rehearsed", rehearsed);
        answer.put("setting", setting);
        answer.put("pid", ProcessHandle.current().pid());
        return FunctionResult.of(answer);
    }

    private static void startBurners() {
        for (int i = 0; i < 2; i++) {
            Thread burner = new Thread(EchoAction::burn);
            burner.setDaemon(true);
            burner.start();
        }
    }

    private static void burn() {
        while (!Thread.currentThread().isInterrupted()) {
            Thread.onSpinWait();
        }
    }

    /** Takes so much memory outside of the heap, and uses it. */
    private static void allocate(int megabytes) {
        for (int i = 0; i < megabytes; i++) {
            ByteBuffer block = ByteBuffer.allocateDirect(1 << 20);
            for (int position = 0; position < block.capacity(); position += 4096) {
                block.put(position, (byte) 1);
            }
            KEPT.add(block);
        }
    }

    private static String file(Invocation activation) {
        return activation.params().text("file").orElse("");
    }

    /** Takes longer than an end that waits for nothing. */
    private static void leave(Path file) {
        try {
            Thread.sleep(300);
            Files.createFile(file);
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void awaitFile(Path file) throws InterruptedException {
        for (int i = 0; i < 60_000 && !Files.exists(file); i++) {
            Thread.sleep(1);
        }
    }
}
