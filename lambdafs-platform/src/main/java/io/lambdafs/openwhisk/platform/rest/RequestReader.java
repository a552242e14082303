package io.lambdafs.openwhisk.platform.rest;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import io.lambdafs.container.http.RequestReads;
import java.io.IOException;
import java.io.InputStream;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads a request, after it has seen that it is for this host and that its caller has the key. */
final class RequestReader {
    private static final int MAX_DRAINED_BYTES = 8 << 20;
    private static final Pattern JSON = Pattern.compile("application/json\\s*(;.*)?", Pattern.CASE_INSENSITIVE);

    private final HostCheck hosts;
    private final RestRouter router;
    private final RequestReads reads;
    private final ObjectMapper mapper;

    RequestReader(HostCheck hosts, RestRouter router, RequestReads reads, ObjectMapper mapper) {
        this.hosts = hosts;
        this.router = router;
        this.reads = reads;
        this.mapper = mapper;
    }

    /**
     * The request.
     *
     * @throws RestException if it is refused for what can be seen without knowing what it asks for
     */
    RestRequest read(HttpExchange exchange, String transactionId) throws IOException {
        hosts.require(
                exchange.getRequestHeaders().get("Host"),
                exchange.getRequestURI().getRawAuthority(),
                exchange.getLocalAddress().getAddress());
        List<String> path = Arrays.stream(exchange.getRequestURI().getRawPath().split("/", -1))
                .filter(segment -> !segment.isEmpty())
                .map(RequestReader::decode)
                .toList();
        String method = exchange.getRequestMethod();
        if (router.authenticate(
                exchange.getRequestMethod(), path, exchange.getRequestHeaders().getFirst("Authorization"))) {
            reads.proven();
        }
        byte[] body = body(exchange, router.maxBodyBytes(method, path));
        reads.complete();
        requireJson(exchange, body);
        return new RestRequest(
                method,
                path,
                query(exchange.getRequestURI().getRawQuery()),
                body,
                exchange.getRequestHeaders().getFirst("Accept"),
                transactionId,
                mapper);
    }

    private static byte[] body(HttpExchange exchange, int max) throws IOException {
        InputStream in = exchange.getRequestBody();
        String declared = exchange.getRequestHeaders().getFirst("Content-Length");
        long length = declared != null && declared.matches("\\d{1,18}") ? Long.parseLong(declared) : 0;
        if (length <= max) {
            byte[] body = in.readNBytes(max + 1);
            if (body.length <= max) {
                return body;
            }
            length = body.length;
        }
        // A caller that is still sending would see a broken connection instead of the answer.
        drain(in);
        throw new RestException(413, "Request larger than allowed: " + length + " > " + max + " bytes.");
    }

    private static void drain(InputStream in) throws IOException {
        byte[] ignored = new byte[64 * 1024];
        int left = MAX_DRAINED_BYTES;
        for (int count = in.read(ignored); count > 0 && left > 0; count = in.read(ignored)) {
            left -= count;
        }
    }

    private static void requireJson(HttpExchange exchange, byte[] body) {
        String type = exchange.getRequestHeaders().getFirst("Content-Type");
        // OpenWhisk takes a body that does not say what it is for JSON.
        if (body.length > 0 && type != null && !JSON.matcher(type).matches()) {
            throw new RestException(
                    415, "The request's Content-Type [" + type + "] is not supported. Expected:\napplication/json");
        }
    }

    private static Map<String, String> query(@Nullable String raw) {
        Map<String, String> query = new HashMap<>();
        if (raw != null) {
            for (String pair : raw.split("&", -1)) {
                int equals = pair.indexOf('=');
                if (equals > 0) {
                    query.putIfAbsent(decode(pair.substring(0, equals)), decode(pair.substring(equals + 1)));
                }
            }
        }
        return query;
    }

    private static String decode(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw new RestException(400, "Request is malformed: the path or the query has a broken %-escape.");
        }
    }
}
