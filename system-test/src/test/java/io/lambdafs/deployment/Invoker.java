package io.lambdafs.deployment;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Calls a container as OpenWhisk's invoker does: a new connection for each call, the fields that OpenWhisk sends, and an
 * answer that must have its length in a header.
 */
final class Invoker {
    private static final Duration BOUND = Duration.ofSeconds(60);
    private static final Duration PAUSE = Duration.ofMillis(50);
    private static final Pattern STATUS = Pattern.compile("HTTP/1\\.1 (\\d{3}) .*");
    private static final Pattern LENGTH = Pattern.compile("(?m)^content-length: *(\\d+)\\r?$");

    private final ObjectMapper mapper = new ObjectMapper();
    private final InetSocketAddress container;
    private final String action;
    private final String code;
    private final ObjectNode defaults;
    private final Map<String, String> settings;

    /**
     * An invoker of an action.
     *
     * @param code the action's
     * @param defaults parameters that the action was registered with
     * @param settings those of them that come with the initialisation
     */
    Invoker(
            InetSocketAddress container,
            String action,
            String code,
            ObjectNode defaults,
            Map<String, String> settings) {
        this.code = code;
        this.settings = Map.copyOf(settings);
        this.defaults = defaults;
        this.container = container;
        this.action = action;
    }

    /** An answer of the container. */
    record Answer(int status, JsonNode body) {}

    /** Initialises the container; while nothing listens there it is tried again, as a container's start takes time. */
    Answer init() throws IOException, InterruptedException {
        ObjectNode message = mapper.createObjectNode();
        ObjectNode value = message.putObject("value")
                .put("name", action)
                .put("binary", false)
                .put("main", "main")
                .put("code", code);
        ObjectNode environment = value.putObject("env");
        settings.forEach(environment::put);
        environment
                .put("__OW_NAMESPACE", "guest")
                .put("__OW_ACTION_NAME", "/guest/" + action)
                .put("__OW_ACTION_VERSION", "0.0.1")
                .put("__OW_ACTIVATION_ID", id())
                .put("__OW_TRANSACTION_ID", id())
                .put("__OW_DEADLINE", deadline());
        for (int attempt = 0; attempt < BOUND.toMillis() / PAUSE.toMillis(); attempt++) {
            try {
                return post("/init", message);
            } catch (ConnectException e) {
                Thread.sleep(PAUSE.toMillis());
            }
        }
        throw new IOException("nothing listens at " + container);
    }

    /** Has the container run an activation with this parameter. */
    Answer run(String parameter, String text) throws IOException {
        return run(mapper.createObjectNode().put(parameter, text));
    }

    /** Has the container run an activation with these parameters. */
    Answer run(ObjectNode parameters) throws IOException {
        ObjectNode message = mapper.createObjectNode();
        message.set("value", defaults.deepCopy().setAll(parameters));
        message.put("namespace", "guest")
                .put("action_name", "/guest/" + action)
                .put("action_version", "0.0.1")
                .put("activation_id", id())
                .put("transaction_id", id())
                .put("deadline", deadline());
        return post("/run", message);
    }

    private static String id() {
        return UUID.randomUUID().toString().replace("-", "");
    }

    private static String deadline() {
        return Long.toString(System.currentTimeMillis() + BOUND.toMillis());
    }

    private Answer post(String path, ObjectNode message) throws IOException {
        byte[] body = mapper.writeValueAsBytes(message);
        String head = "POST " + path + " HTTP/1.1\r\nHost: " + container.getHostString() + ":" + container.getPort()
                + "\r\nContent-Type: application/json\r\nContent-Length: " + body.length
                + "\r\nConnection: Keep-Alive\r\nAccept: application/json\r\n\r\n";
        try (Socket socket = new Socket()) {
            socket.setSoTimeout(Math.toIntExact(BOUND.toMillis()));
            socket.connect(container, Math.toIntExact(BOUND.toMillis()));
            OutputStream out = socket.getOutputStream();
            out.write(head.getBytes(StandardCharsets.US_ASCII));
            out.write(body);
            out.flush();
            return answer(new DataInputStream(socket.getInputStream()));
        }
    }

    private Answer answer(DataInputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            head.append((char) in.readUnsignedByte());
        }
        Matcher status = STATUS.matcher(head.substring(0, head.indexOf("\r\n")));
        Matcher length = LENGTH.matcher(head.toString().toLowerCase(Locale.ROOT));
        if (!status.matches() || !length.find()) {
            throw new IOException("no valid response: " + head);
        }
        return new Answer(
                Integer.parseInt(status.group(1)), mapper.readTree(in.readNBytes(Integer.parseInt(length.group(1)))));
    }
}
