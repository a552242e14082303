package io.lambdafs.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** The NameNode functions on the platform: {@code namenode0} to {@code namenode<n-1>}, all alike. */
final class NameNodeActions {
    /** What the platform calls the program of a NameNode instance. */
    static final String IMAGE = "lambdafs/namenode";

    /** The memory limit of an instance. */
    static final int MEMORY_MB = 256;

    /** The time limit of a call. */
    static final int TIME_LIMIT_MILLIS = 60_000;

    private static final String CPU_MILLIS = "cpu-millis";
    private static final String ACTIONS = "/api/v1/namespaces/_/actions/";

    private final PlatformClient platform;

    NameNodeActions(PlatformClient platform) {
        this.platform = platform;
    }

    /**
     * Makes sure that there are exactly so many. Those that are right stay as they are, with their instances.
     *
     * @param concurrency calls that an instance takes at once
     * @param cpuMillis the most CPU of an instance, in thousandths of a core; 0 does not limit it
     */
    void register(int deployments, int concurrency, int cpuMillis) {
        ObjectNode wanted = definition(concurrency, cpuMillis);
        for (int i = 0; i < deployments; i++) {
            String path = path(i);
            if (platform.get(path + "?code=false")
                    .filter(present -> matches(present, wanted))
                    .isEmpty()) {
                platform.put(path + "?overwrite=true", wanted);
            }
        }
        for (int i = deployments; platform.get(path(i) + "?code=false").isPresent(); i++) {
            platform.delete(path(i));
        }
    }

    private static String path(int deployment) {
        return ACTIONS + "namenode" + deployment;
    }

    private static boolean matches(JsonNode present, JsonNode wanted) {
        boolean sameLimits = true;
        for (String limit : new String[] {"timeout", "memory", "logs", "concurrency"}) {
            sameLimits &= present.at("/limits/" + limit).asInt(-1)
                    == wanted.at("/limits/" + limit).asInt();
        }
        sameLimits &= cpuMillis(present) == cpuMillis(wanted);
        return sameLimits && present.at("/exec/image").asText().equals(IMAGE);
    }

    /** The annotation that limits the CPU of instances; 0 if there is none. */
    private static int cpuMillis(JsonNode action) {
        int cpuMillis = 0;
        for (JsonNode annotation : action.path("annotations")) {
            if (annotation.path("key").asText().equals(CPU_MILLIS)) {
                cpuMillis = annotation.path("value").asInt();
            }
        }
        return cpuMillis;
    }

    private static ObjectNode definition(int concurrency, int cpuMillis) {
        ObjectNode action = JsonNodeFactory.instance.objectNode();
        action.putObject("exec").put("kind", "blackbox").put("image", IMAGE);
        action.putObject("limits")
                .put("timeout", TIME_LIMIT_MILLIS)
                .put("memory", MEMORY_MB)
                // No log collection after each activation: it would cost more than the activation.
                .put("logs", 0)
                .put("concurrency", concurrency);
        // Also without any: an annotation of an earlier registration would stay.
        ArrayNode annotations = action.putArray("annotations");
        if (cpuMillis != 0) {
            annotations.addObject().put("key", CPU_MILLIS).put("value", cpuMillis);
        }
        return action;
    }
}
