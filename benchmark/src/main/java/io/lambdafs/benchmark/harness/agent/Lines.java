package io.lambdafs.benchmark.harness.agent;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;

/** Any number of lines of text, as messages with some hundred of them each; one without any is the last. */
final class Lines {
    private static final int IN_A_MESSAGE = 500;
    private static final String KEY = "lines";

    private Lines() {}

    static void write(AgentFrames frames, Iterator<String> lines) throws IOException {
        List<String> some = new ArrayList<>();
        while (lines.hasNext()) {
            some.add(lines.next());
            if (some.size() == IN_A_MESSAGE || !lines.hasNext()) {
                send(frames, some);
                some.clear();
            }
        }
        send(frames, List.of());
    }

    private static void send(AgentFrames frames, List<String> some) throws IOException {
        ObjectNode message = JsonNodeFactory.instance.objectNode();
        ArrayNode array = message.putArray(KEY);
        some.forEach(array::add);
        frames.write(message);
    }

    /** Reads all that {@link #write} wrote. */
    static void read(AgentFrames frames, Consumer<String> each) throws IOException {
        while (true) {
            JsonNode message = frames.read(AgentFrames.MAX_BYTES);
            if (!message.path(KEY).isArray()) {
                throw new IOException("lines were expected, and not " + abbreviated(message));
            }
            if (message.path(KEY).isEmpty()) {
                return;
            }
            message.path(KEY).forEach(line -> each.accept(line.asText()));
        }
    }

    private static String abbreviated(JsonNode message) {
        String text = message.toString();
        return text.substring(0, Math.min(200, text.length()));
    }
}
