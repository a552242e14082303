package io.lambdafs.openwhisk.platform.rest;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Leads a request to its resource, past the doorkeeper where there is one. */
final class RestRouter {
    private static final List<String> NAMESPACES = List.of("api", "v1", "namespaces");

    private static final List<String> METRICS = List.of("metrics");

    private final Authenticator authenticator;
    private final RestResource info;
    private final RestResource namespaces;
    private final RestResource admin;
    private final RestResource metrics;
    private final LimitSettings limits;

    RestRouter(
            Authenticator authenticator,
            RestResource info,
            RestResource namespaces,
            RestResource admin,
            RestResource metrics,
            LimitSettings limits) {
        this.authenticator = authenticator;
        this.info = info;
        this.namespaces = namespaces;
        this.admin = admin;
        this.metrics = metrics;
        this.limits = limits;
    }

    /**
     * Refuses a caller without the right key, before anything of the body is read. Returns whether the caller has shown it: some
     * paths are for everybody.
     */
    boolean authenticate(String method, List<String> path, @Nullable String authorization) {
        boolean needsKey = needsKey(path);
        if (needsKey && !authenticator.isOperator(authorization) && !isForCallers(method, path)) {
            throw new RestException(403, "The supplied authentication is not authorized to access this resource.");
        }
        return needsKey;
    }

    /** Whether it is to invoke a function, to see which there are, or to fetch a result. */
    private static boolean isForCallers(String method, List<String> path) {
        if (!startsWith(path, NAMESPACES) || path.size() < NAMESPACES.size() + 2) {
            return false;
        }
        List<String> resource = path.subList(NAMESPACES.size() + 1, path.size());
        return switch (resource.get(0)) {
            case "actions" ->
                (method.equals("POST") && resource.size() == 2) || (method.equals("GET") && resource.size() == 1);
            case "activations" ->
                method.equals("GET") && resource.size() == 3 && resource.get(2).equals("result");
            default -> false;
        };
    }

    private static boolean needsKey(List<String> path) {
        return startsWith(path, NAMESPACES) || startsWith(path, List.of("admin")) || path.equals(METRICS);
    }

    /** The most that the body of such a request may have; nothing where no key is needed. */
    int maxBodyBytes(String method, List<String> path) {
        if (!needsKey(path)) {
            return 0;
        }
        return method.equals("PUT") ? limits.maxCodeBytes() + limits.maxPayloadBytes() : limits.maxPayloadBytes();
    }

    CompletionStage<RestReply> handle(RestRequest request) {
        List<String> path = request.path();
        if (request.method().equals("OPTIONS")) {
            return CompletableFuture.completedFuture(RestReply.plain("OK"));
        }
        if (startsWith(path, NAMESPACES)) {
            return namespaces.handle(request.withPath(path.subList(NAMESPACES.size(), path.size())));
        }
        if (startsWith(path, List.of("admin"))) {
            return admin.handle(request.withPath(path.subList(1, path.size())));
        }
        if (path.equals(METRICS)) {
            return metrics.handle(request);
        }
        if (path.equals(List.of("ping"))) {
            ActionsResource.requireMethod(request.isGet(), "GET");
            return CompletableFuture.completedFuture(RestReply.plain("pong"));
        }
        if (path.isEmpty() || path.equals(List.of("api", "v1"))) {
            return info.handle(request);
        }
        throw RestException.notFound();
    }

    private static boolean startsWith(List<String> path, List<String> prefix) {
        return path.size() >= prefix.size() && path.subList(0, prefix.size()).equals(prefix);
    }
}
