package io.lambdafs.runtime;

import io.lambdafs.coherence.ProtocolRules;
import io.lambdafs.container.FunctionHandler;
import io.lambdafs.container.FunctionResult;
import io.lambdafs.container.InitRequest;
import io.lambdafs.container.Invocation;
import io.lambdafs.container.Readiness;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An instance whose settings come with {@code /init}, as OpenWhisk sends them: its containers get no environment of an action's own.
 * So an image need not have any. It opens its store then, and not before.
 */
final class SettingsOfInit implements FunctionHandler, AutoCloseable {
    /** Environment variable; {@value #INIT} makes an instance wait for its settings. */
    static final String VARIABLE = "LAMBDAFS_SETTINGS_FROM";

    private static final String INIT = "init";
    private static final List<String> PREFIXES = List.of("LAMBDAFS_", "OTEL_");

    private final Map<String, String> environment;
    private final ProtocolRules rules;
    private volatile @Nullable Started started;

    private record Started(NameNodeInstance instance, NameNodeAction action) {}

    SettingsOfInit(Map<String, String> environment, ProtocolRules rules) {
        this.environment = Map.copyOf(environment);
        this.rules = rules;
    }

    /**
     * Whether the environment says that settings come later. Other protocols have no such message.
     *
     * @throws IllegalArgumentException if it says something else
     */
    static boolean isWanted(Map<String, String> environment) {
        String from = environment.getOrDefault(VARIABLE, "");
        if (!from.isEmpty() && !from.equals(INIT)) {
            throw new IllegalArgumentException(VARIABLE + " must be " + INIT + " or empty, not " + from);
        }
        return !from.isEmpty() && Protocol.of(environment) == Protocol.OPENWHISK;
    }

    @Override
    public void init(InitRequest request) {
        Map<String, String> all = new HashMap<>(environment);
        request.environment().forEach((name, value) -> {
            if (PREFIXES.stream().anyMatch(name::startsWith)) {
                all.put(name, value);
            }
        });
        NameNodeInstance instance = NameNodeInstance.prepare(FunctionConfig.of(all), rules);
        NameNodeAction action = new NameNodeAction(instance);
        started = new Started(instance, action);
        action.init(request);
    }

    @Override
    public Readiness readiness() {
        Started now = started;
        return now == null ? Readiness.READY : now.action().readiness();
    }

    @Override
    public void retire(Duration bound) {
        Started now = started;
        if (now != null) {
            now.action().retire(bound);
        }
    }

    @Override
    public FunctionResult run(Invocation invocation) {
        Started now = started;
        return now == null
                ? FunctionResult.error("it is not initialised")
                : now.action().run(invocation);
    }

    @Override
    public void close() {
        Started now = started;
        if (now != null) {
            now.instance().close();
        }
    }
}
