package io.lambdafs.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.lambdafs.wire.tls.TlsContexts;
import io.lambdafs.wire.tls.TlsFailure;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/** The platform's REST interface, as far as the command needs it. */
final class PlatformClient {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    /** The platform answers a call after a minute at the latest. */
    private static final Duration CALL_TIMEOUT = Duration.ofSeconds(70);

    private static final int OK = 200;
    private static final int NOT_FOUND = 404;

    private final HttpClient http;
    private final ObjectMapper json = new ObjectMapper();
    private final String url;
    private final String authorization;

    /**
     * The platform at this address.
     *
     * @param authorities where the certificates are that it may be known by; for HTTPS only
     */
    PlatformClient(String url, String auth, Path authorities) {
        HttpClient.Builder builder =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(TIMEOUT);
        this.http = (url.startsWith("https:") ? builder.sslContext(trusting(authorities)) : builder).build();
        this.url = url;
        authorization = "Basic " + Base64.getEncoder().encodeToString(auth.getBytes(StandardCharsets.UTF_8));
    }

    /** What is there, if anything is. */
    Optional<JsonNode> get(String path) {
        HttpResponse<byte[]> response = send(request(path).GET());
        return response.statusCode() == NOT_FOUND ? Optional.empty() : Optional.of(body(path, response));
    }

    /** What the platform and its instances count, in Prometheus' text format. */
    String metrics() {
        HttpResponse<byte[]> response = send(request("/metrics").GET());
        if (response.statusCode() != OK) {
            throw new CliException("the platform at " + url + " does not report what it counts: it answers with "
                    + response.statusCode() + "; start it again with this version");
        }
        return new String(response.body(), StandardCharsets.UTF_8);
    }

    JsonNode put(String path, JsonNode content) {
        return body(
                path,
                send(request(path)
                        .header("Content-Type", "application/json")
                        .PUT(BodyPublishers.ofString(content.toString()))));
    }

    /** Calls a function and gives its result, as soon as there is one. */
    JsonNode invoke(String function, JsonNode parameters) {
        String path = "/api/v1/namespaces/_/actions/" + function + "?blocking=true&result=true";
        return body(
                path,
                send(request(path)
                        .timeout(CALL_TIMEOUT)
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofString(parameters.toString()))));
    }

    void delete(String path) {
        HttpResponse<byte[]> response = send(request(path).DELETE());
        if (response.statusCode() != NOT_FOUND) {
            body(path, response);
        }
    }

    private static SSLContext trusting(Path authorities) {
        try {
            return TlsContexts.client(authorities, System::nanoTime, System.err::println);
        } catch (IOException e) {
            throw new CliException(String.valueOf(e.getMessage()), e);
        }
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(url + path)).timeout(TIMEOUT).header("Authorization", authorization);
    }

    private HttpResponse<byte[]> send(HttpRequest.Builder request) {
        try {
            return http.send(request.build(), BodyHandlers.ofByteArray());
        } catch (IOException e) {
            throw new CliException(
                    "the platform at " + url + " does not answer ("
                            + TlsFailure.explain(e, url).orElse(e.toString()) + "): see lambdafs status",
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CliException("interrupted while asking the platform", e);
        }
    }

    private JsonNode body(String path, HttpResponse<byte[]> response) {
        try {
            JsonNode content = json.readTree(response.body());
            if (response.statusCode() / 100 != 2) {
                throw new CliException("the platform at " + url + " refused " + path + " with " + response.statusCode()
                        + ": " + content.path("error").asText());
            }
            return content;
        } catch (IOException e) {
            throw new CliException(
                    "the platform at " + url + " answered " + path
                            + " with something that is not JSON: is another program listening there?",
                    e);
        }
    }
}
