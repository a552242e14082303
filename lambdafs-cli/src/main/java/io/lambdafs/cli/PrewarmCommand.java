package io.lambdafs.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lambdafs.openwhisk.platform.pool.PendingCall;
import io.lambdafs.wire.Caller;
import io.lambdafs.wire.MalformedEnvelopeException;
import io.lambdafs.wire.RequestEnvelope;
import io.lambdafs.wire.RequestId;
import io.lambdafs.wire.RequestLife;
import io.lambdafs.wire.ResponseEnvelope;
import java.util.Base64;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Has instances started before anybody needs them. Its exit code is 3 if the pool has no room for all of them. */
@Command(
        mixinStandardHelpOptions = true,
        name = "prewarm",
        description =
                "Starts instances until each NameNode function has N warm ones, as far as the pool has room. Nobody"
                        + " is evicted for them, and they end when they are idle, as all do.")
final class PrewarmCommand implements Callable<Integer> {
    private static final int INCOMPLETE = 3;
    private static final int MAX_INSTANCES = 1_000;

    /** So many calls in a row that start no instance show that there is no room: longer than the pause between two starts. */
    private static final int VAIN_CALLS = 10;

    private static final int PAUSE_MILLIS = 200;
    private static final long CALL_MILLIS = 60_000;

    /** HDFS's message for the status of the root. */
    private static final byte[] ROOT = {0x0a, 0x01, '/'};

    @Mixin
    private DataDirectoryOption dataDirectory = new DataDirectoryOption();

    @Parameters(
            arity = "0..1",
            paramLabel = "N",
            defaultValue = "1",
            description = "How many warm instances each function is to have; default 1.")
    private int wanted;

    @Override
    public Integer call() {
        if (wanted < 1 || wanted > MAX_INSTANCES) {
            throw new CliException(
                    "N must be between 1 and " + MAX_INSTANCES + " instances of each function, not " + wanted);
        }
        Console console = Console.standard();
        ManagedStack stack = ManagedStack.load(dataDirectory.directory());
        PlatformClient platform = stack.platformClient();
        boolean all = true;
        for (int i = 0; i < stack.config().deployments(); i++) {
            all &= prewarm(platform, "namenode" + i, console);
        }
        if (!all) {
            JsonNode pool = pool(platform);
            console.line(
                    "The pool has no room for more: %d of %d MB and %d of %d thousandths of a core are given out%s."
                            + " 'lambdafs start --pool-cpu-millis' and '--max-instances' set its bounds.",
                    pool.path("usedMemoryMb").asLong(),
                    pool.path("totalMemoryMb").asLong(),
                    pool.path("usedCpuMillis").asLong(),
                    pool.path("totalCpuMillis").asLong(),
                    bound(stack.config().pool().maxInstances()));
        }
        return all ? 0 : INCOMPLETE;
    }

    private static String bound(int maxInstances) {
        return maxInstances == 0 ? "" : ", and a function has at most " + maxInstances + " instances";
    }

    private boolean prewarm(PlatformClient platform, String function, Console console) {
        long before = warm(platform, function);
        long now = before;
        for (int vain = 0; now < wanted && vain < VAIN_CALLS; ) {
            call(platform, function);
            long then = warm(platform, function);
            vain = then > now ? 0 : vain + 1;
            now = then;
            if (vain > 0) {
                pause();
            }
        }
        console.line(
                "%-12s %d warm instances, before %d%s",
                function, now, before, now < wanted ? "; " + wanted + " were asked for" : "");
        return now >= wanted;
    }

    /** A call that asks for one more instance, and does nothing but read. */
    private static void call(PlatformClient platform, String function) {
        RequestEnvelope request = new RequestEnvelope(
                new RequestId(UUID.randomUUID(), 1),
                new Caller(System.getProperty("user.name"), List.of(), "127.0.0.1"),
                RequestLife.of(System.currentTimeMillis(), CALL_MILLIS),
                "getFileInfo",
                ROOT);
        ObjectNode parameters = JsonNodeFactory.instance
                .objectNode()
                .put("request", Base64.getEncoder().encodeToString(request.encode()))
                .put(PendingCall.SCALE_OUT, true);
        JsonNode result = platform.invoke(function, parameters);
        try {
            ResponseEnvelope answer = ResponseEnvelope.decode(
                    Base64.getDecoder().decode(result.path("response").asText()));
            if (!answer.succeeded()) {
                throw new CliException(function + " has started, but does not serve: " + answer.message());
            }
        } catch (MalformedEnvelopeException | IllegalArgumentException e) {
            throw new CliException(function + " answered with something that is not a response: " + result, e);
        }
    }

    private static long warm(PlatformClient platform, String function) {
        long warm = 0;
        for (JsonNode instance : pool(platform).path("instances")) {
            boolean serves =
                    List.of("warm", "busy").contains(instance.path("state").asText());
            warm += serves && instance.path("action").asText().equals(function) ? 1 : 0;
        }
        return warm;
    }

    private static JsonNode pool(PlatformClient platform) {
        return platform.get("/admin/instances")
                .orElseThrow(() -> new CliException(
                        "the platform does not list its instances: prewarm works with the local platform only"));
    }

    private static void pause() {
        try {
            TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CliException("interrupted", e);
        }
    }
}
