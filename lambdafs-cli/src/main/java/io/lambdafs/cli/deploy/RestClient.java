package io.lambdafs.cli.deploy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.lambdafs.cli.deploy.DeployException.Kind;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Sends requests to a platform's interface. A request that is refused for now (429, 503), or was lost on the way, is
 * sent again until the patience is at its end. Every request here may be sent twice: a second creation is a conflict,
 * and each other request names the state that is to be reached. Follows no redirect, which would show the credentials
 * to somebody else.
 */
final class RestClient {
    private static final Duration CONNECT = Duration.ofSeconds(10);
    private static final Set<Integer> FOR_NOW = Set.of(429, 502, 503, 504);
    /** A platform answers a call after a minute at the latest. */
    private static final Duration CALL = Duration.ofSeconds(70);

    private static final long LONGEST_PAUSE_MILLIS = 5_000;
    private static final int MAX_MESSAGE = 300;

    private final ObjectMapper mapper = new ObjectMapper();
    private final HttpClient http;
    private final Duration timeout;
    private final PlatformPatience patience;
    private final LongSupplier nanoTime;

    /**
     * A client.
     *
     * @param http the sender, with the trust in the platform's certificate
     * @param timeout the most that one request takes
     * @param patience how long a request is sent again, with a pause that doubles each time; zero: never
     */
    RestClient(HttpClient http, Duration timeout, PlatformPatience patience) {
        this.http = http;
        this.timeout = timeout;
        this.patience = patience;
        this.nanoTime = System::nanoTime;
    }

    /** A sender that trusts the certificates that this Java trusts. */
    static HttpClient.Builder sender() {
        return HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(CONNECT);
    }

    /** How the headers of a request are made, each time that it is sent: signatures hold for minutes. */
    interface Headers {
        Map<String, String> of(String method, URI url, byte[] body);
    }

    /** An answer with a status below 500 that is not 429. */
    @SuppressWarnings("ArrayRecordComponent") // the bytes of one message: read once, never compared
    record Reply(int status, Map<String, String> headers, byte[] body) {
        boolean succeeded() {
            return status / 100 == 2;
        }
    }

    /**
     * Sends a request.
     *
     * @param body null for none
     * @throws DeployException if there is no answer, or a 429 or 5xx to the last
     */
    Reply send(String method, URI url, Headers headers, @Nullable JsonNode body) {
        byte[] bytes = body == null ? new byte[0] : bytes(body);
        long begin = nanoTime.getAsLong();
        long pause = patience.pause().toMillis();
        while (true) {
            DeployException failure;
            long wait = pause;
            try {
                HttpResponse<byte[]> response = http.send(
                        request(method, url, headers.of(method, url, bytes), bytes, timeout),
                        BodyHandlers.ofByteArray());
                if (!FOR_NOW.contains(response.statusCode()) && response.statusCode() < 500) {
                    return reply(response);
                }
                failure = refusedForNow(url, reply(response));
                wait = Math.max(pause, retryAfterMillis(response));
                if (!FOR_NOW.contains(response.statusCode())) {
                    throw failure;
                }
            } catch (IOException e) {
                failure = unanswered(url, e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new DeployException(Kind.UNAVAILABLE, "interrupted while asking " + origin(url), e);
            }
            if (nanoTime.getAsLong() - begin + TimeUnit.MILLISECONDS.toNanos(wait)
                    > patience.bound().toNanos()) {
                throw failure;
            }
            pause(Duration.ofMillis(wait));
            pause = Math.min(pause * 2, LONGEST_PAUSE_MILLIS);
        }
    }

    private static HttpRequest request(
            String method, URI url, Map<String, String> headers, byte[] body, Duration bound) {
        HttpRequest.Builder request = HttpRequest.newBuilder(url)
                .timeout(bound)
                .method(method, body.length == 0 ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(body));
        if (body.length > 0 && !headers.containsKey("Content-Type")) {
            request.header("Content-Type", "application/json");
        }
        headers.forEach(request::header);
        return request.build();
    }

    private static Reply reply(HttpResponse<byte[]> response) {
        Map<String, String> headers = new java.util.TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        response.headers().map().forEach((name, values) -> headers.put(name, values.get(0)));
        return new Reply(response.statusCode(), headers, response.body());
    }

    /** Calls a function: sends a request once, waits as long as a call may take, and returns whatever the answer is. */
    Reply sendOnce(String method, URI url, Headers headers, JsonNode body) {
        byte[] bytes = bytes(body);
        try {
            return reply(http.send(
                    request(method, url, headers.of(method, url, bytes), bytes, CALL), BodyHandlers.ofByteArray()));
        } catch (IOException e) {
            throw unanswered(url, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DeployException(Kind.UNAVAILABLE, "interrupted while asking " + origin(url), e);
        }
    }

    private static DeployException unanswered(URI url, IOException e) {
        return new DeployException(
                Kind.UNAVAILABLE,
                origin(url) + " does not answer as it should (" + e
                        + "): check the address, and that this machine reaches it",
                e);
    }

    /** What a 429 or a status from 500 on means. */
    DeployException refusedForNow(URI url, Reply reply) {
        String why = reply.status() + " " + message(reply.body());
        return reply.status() == 429
                ? new DeployException(
                        Kind.THROTTLED,
                        origin(url) + " takes no more requests for now (" + why
                                + "): run this again later; what was done stays done")
                : new DeployException(
                        Kind.UNAVAILABLE,
                        origin(url) + " fails (" + why + "): run this again when the platform is well; what was done"
                                + " stays done");
    }

    private static long retryAfterMillis(HttpResponse<byte[]> response) {
        String after = response.headers().firstValue("Retry-After").orElse("");
        return after.matches("\\d{1,5}") ? TimeUnit.SECONDS.toMillis(Long.parseLong(after)) : 0;
    }

    /** Waits. */
    static void pause(Duration duration) {
        try {
            TimeUnit.NANOSECONDS.sleep(duration.toNanos());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DeployException(Kind.UNAVAILABLE, "interrupted while waiting for the platform", e);
        }
    }

    /**
     * The object in an answer that succeeded.
     *
     * @param remedy what the user can do about a refusal of the credentials
     * @throws DeployException if it did not succeed, by its status
     */
    JsonNode require(URI url, Reply reply, String remedy) {
        if (!reply.succeeded()) {
            throw failure(url, reply, remedy);
        }
        return json(url, reply);
    }

    /** What an answer that did not succeed means. */
    DeployException failure(URI url, Reply reply, String remedy) {
        String why = reply.status() + " " + message(reply.body());
        return switch (reply.status()) {
            case 301, 302, 303, 307, 308 ->
                new DeployException(
                        Kind.REFUSED,
                        origin(url)
                                + " redirects elsewhere, where no credentials are shown: give the address that answers"
                                + " itself");
            case 401, 403 ->
                new DeployException(Kind.CREDENTIALS, origin(url) + " refuses access (" + why + "): " + remedy);
            case 404 ->
                new DeployException(
                        Kind.NOT_FOUND,
                        origin(url) + " does not have " + url.getPath() + " (" + why
                                + "): check the address, and that the platform is installed there");
            case 409, 412 ->
                new DeployException(
                        Kind.CONFLICT,
                        origin(url) + " says that somebody else changes this (" + why + "): run this again");
            default -> new DeployException(Kind.REFUSED, origin(url) + " refuses " + url.getPath() + " (" + why + ")");
        };
    }

    /** The object in an answer. */
    JsonNode json(URI url, Reply reply) {
        try {
            JsonNode content = mapper.readTree(reply.body());
            if (content.isObject() || content.isArray()) {
                return content;
            }
        } catch (IOException e) {
            throw garbled(url, e);
        }
        throw garbled(url, null);
    }

    private static DeployException garbled(URI url, @Nullable IOException cause) {
        String message = origin(url) + " answered " + url.getPath()
                + " with something that is not a JSON object: is that the address of the platform's interface?";
        return cause == null
                ? new DeployException(Kind.GARBLED, message)
                : new DeployException(Kind.GARBLED, message, cause);
    }

    /** What a platform says about an error, wherever it says it; shortened. */
    String message(byte[] body) {
        JsonNode content = JsonNodeFactory.instance.missingNode();
        try {
            content = mapper.readTree(body);
        } catch (IOException e) {
            return "";
        }
        for (String field : new String[] {"error", "message", "Message", "errorMessage"}) {
            if (content.path(field).isTextual()) {
                String text = content.path(field).asText();
                return text.length() > MAX_MESSAGE ? text.substring(0, MAX_MESSAGE) + "…" : text;
            }
        }
        return "";
    }

    private byte[] bytes(JsonNode body) {
        try {
            return mapper.writeValueAsBytes(body);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String origin(URI url) {
        return url.getScheme() + "://" + url.getAuthority();
    }
}
