package io.lambdafs.faas.action;

import io.lambdafs.faas.ipc.IpcServer;
import io.lambdafs.faas.ipc.Preload;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The variables that a guest's processes find: some of this process, those of the action, and what lets them see the volume. The way to
 * the store is not among them.
 */
final class GuestEnvironment {
    private static final List<String> INHERITED =
            List.of("PATH", "HOME", "LANG", "LC_ALL", "TZ", "TMPDIR", "USER", "LD_LIBRARY_PATH");

    private final Map<String, String> variables;

    private GuestEnvironment(Map<String, String> variables) {
        this.variables = Map.copyOf(variables);
    }

    /**
     * Puts it together.
     *
     * @param own the variables of this process
     * @param ofAction the variables from the action's initialisation
     */
    static GuestEnvironment of(
            Map<String, String> own, Map<String, String> ofAction, Preload library, IpcServer server) {
        Map<String, String> variables = new HashMap<>();
        INHERITED.stream().filter(own::containsKey).forEach(name -> variables.put(name, own.get(name)));
        variables.putAll(ofAction);
        variables.putAll(library.environment(server, variables));
        return new GuestEnvironment(variables);
    }

    void applyTo(ProcessBuilder builder) {
        builder.environment().clear();
        builder.environment().putAll(variables);
    }

    String path() {
        return variables.getOrDefault("PATH", "");
    }
}
