package io.lambdafs.gateway.console;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/** A connection to a browser by the DevTools protocol: commands with their answers, and events. Thread-safe. */
final class DevTools implements AutoCloseable {
    private static final Duration BOUND = Duration.ofSeconds(30);

    private final ObjectMapper json = new ObjectMapper();
    private final AtomicInteger commands = new AtomicInteger();
    private final Map<Integer, CompletableFuture<JsonNode>> waiting = new ConcurrentHashMap<>();
    private final List<Event> events = new CopyOnWriteArrayList<>();
    private final WebSocket socket;

    private DevTools(URI address) {
        socket = HttpClient.newHttpClient()
                .newWebSocketBuilder()
                .connectTimeout(BOUND)
                .buildAsync(address, new Incoming())
                .join();
    }

    /**
     * Something that the browser says by itself.
     *
     * @param session of the page that it is about
     */
    record Event(String session, String method, JsonNode parameters) {}

    static DevTools connect(URI address) {
        return new DevTools(address);
    }

    /** Sends a command to a page, or to the browser if the session is empty, and returns its result. */
    JsonNode send(String session, String method, Map<String, Object> parameters) throws IOException {
        int number = commands.incrementAndGet();
        CompletableFuture<JsonNode> answer = new CompletableFuture<>();
        waiting.put(number, answer);
        Map<String, Object> command = session.isEmpty()
                ? Map.of("id", number, "method", method, "params", parameters)
                : Map.of("id", number, "method", method, "params", parameters, "sessionId", session);
        socket.sendText(json.writeValueAsString(command), true).join();
        try {
            JsonNode message = answer.get(BOUND.toSeconds(), TimeUnit.SECONDS);
            if (message.has("error")) {
                throw new IOException(method + ": " + message.get("error"));
            }
            return message.path("result");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        } catch (ExecutionException | TimeoutException e) {
            throw new IOException(method + " was not answered", e);
        } finally {
            waiting.remove(number);
        }
    }

    /** What was said about a page so far. */
    List<Event> events(String session) {
        return events.stream().filter(event -> event.session().equals(session)).toList();
    }

    @Override
    public void close() {
        socket.abort();
    }

    /** Puts the parts of messages together. */
    private final class Incoming implements WebSocket.Listener {
        private final StringBuilder text = new StringBuilder();

        @Override
        public CompletionStage<?> onText(WebSocket webSocket, CharSequence data, boolean last) {
            text.append(data);
            if (last) {
                take(text.toString());
                text.setLength(0);
            }
            webSocket.request(1);
            return CompletableFuture.completedStage(null);
        }

        private void take(String message) {
            try {
                JsonNode node = json.readTree(message);
                if (node.has("id")) {
                    CompletableFuture<JsonNode> answer =
                            waiting.get(node.get("id").asInt());
                    if (answer != null) {
                        answer.complete(node);
                    }
                } else {
                    events.add(new Event(
                            node.path("sessionId").asText(), node.path("method").asText(), node.path("params")));
                }
            } catch (IOException e) {
                waiting.values().forEach(answer -> answer.completeExceptionally(e));
            }
        }
    }
}
