package io.lambdafs.openwhisk.platform.rest;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@code /} and {@code /api/v1}: what this platform is and allows, for everybody. */
final class InfoResource implements RestResource {
    private static final long MEBI = 1 << 20;

    /** An image that is the kind of actions, such as {@code nodejs:20}. OpenWhisk lists no images of blackboxes. */
    private static final Pattern KIND = Pattern.compile("(?<family>[a-z]+):[^/]+");

    private final LimitSettings allowed;
    private final Set<String> images;

    InfoResource(LimitSettings allowed, Set<String> images) {
        this.allowed = allowed;
        this.images = images;
    }

    @Override
    public CompletionStage<RestReply> handle(RestRequest request) {
        ActionsResource.requireMethod(request.isGet(), "GET");
        return RestReply.now(request.path().isEmpty() ? server() : api());
    }

    private static ObjectNode api() {
        ObjectNode info = JsonNodeFactory.instance.objectNode();
        info.put("description", "OpenWhisk API");
        info.put("api_version", "1.0.0");
        info.put("api_version_path", "v1");
        return info;
    }

    private ObjectNode server() {
        ObjectNode info = JsonNodeFactory.instance.objectNode();
        info.putArray("api_paths").add("/api/v1");
        info.put("description", "OpenWhisk");
        info.putObject("support")
                .put("github", "https://github.com/apache/openwhisk/issues")
                .put("slack", "http://slack.openwhisk.org");
        info.putObject("limits")
                .put("actions_per_minute", allowed.invocationsPerMinute())
                .put("concurrent_actions", allowed.concurrentInvocations())
                .put("default_max_action_duration", allowed.maxTimeMillis())
                .put("default_max_action_logs", allowed.maxLogsMb() * MEBI)
                .put("default_max_action_memory", allowed.maxMemoryMb() * MEBI)
                .put("default_min_action_duration", allowed.minTimeMillis())
                .put("default_min_action_logs", 0)
                .put("default_min_action_memory", allowed.minMemoryMb() * MEBI)
                .put("max_action_duration", allowed.maxTimeMillis())
                .put("max_action_logs", allowed.maxLogsMb() * MEBI)
                .put("max_action_memory", allowed.maxMemoryMb() * MEBI)
                .put("min_action_duration", allowed.minTimeMillis())
                .put("min_action_logs", 0)
                .put("min_action_memory", allowed.minMemoryMb() * MEBI)
                .put("sequence_length", 0)
                .put("triggers_per_minute", allowed.invocationsPerMinute());
        ObjectNode runtimes = info.putObject("runtimes");
        images.stream()
                .sorted()
                .map(KIND::matcher)
                .filter(Matcher::matches)
                .forEach(kind -> runtimes.withArray("/" + kind.group("family"))
                        .addObject()
                        .put("kind", kind.group())
                        .put("image", kind.group())
                        .put("deprecated", false)
                        .put("default", false)
                        .put("attached", false)
                        .put("requireMain", kind.group("family").equals("java")));
        return info;
    }
}
