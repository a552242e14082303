package io.lambdafs.openwhisk.platform.rest;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lambdafs.openwhisk.platform.pool.Action;
import io.lambdafs.openwhisk.platform.storage.AtomicFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** The registered actions by name, kept in a file so that a restarted platform knows them. */
final class ActionRegistry {
    private static final int MAX_ACTIONS = 10_000;

    private final AtomicFile file;
    private final String namespace;
    private final ActionJson json;
    private final ObjectMapper mapper;
    private final InstantSource clock;
    private volatile SortedMap<String, Action> actions = new TreeMap<>(); // replaced, never changed
    private long lastRevision;

    ActionRegistry(AtomicFile file, String namespace, ActionJson json, ObjectMapper mapper, InstantSource clock) {
        this.file = file;
        this.namespace = namespace;
        this.json = json;
        this.mapper = mapper;
        this.clock = clock;
    }

    /** Reads what an earlier platform registered. */
    synchronized void load() throws IOException {
        if (!file.exists()) {
            return;
        }
        try {
            SortedMap<String, Action> loaded = new TreeMap<>();
            for (JsonNode document : mapper.readTree(file.read())) {
                Action action = restore(document);
                loaded.put(action.name(), action);
            }
            actions = loaded;
        } catch (JsonProcessingException | RestException e) {
            throw new IOException(file.path() + " cannot be read; move it away to start without actions", e);
        }
    }

    Optional<Action> find(String name) {
        return Optional.ofNullable(actions.get(name));
    }

    Action require(String name) {
        return find(name).orElseThrow(RestException::notFound);
    }

    List<Action> all() {
        return List.copyOf(actions.values());
    }

    /** Creates the action, or replaces it: fields that the document leaves out then stay as they are. */
    synchronized Action put(String name, ObjectNode document, boolean overwrite) {
        Action old = actions.get(name);
        if (old != null && !overwrite) {
            throw new RestException(409, "resource already exists");
        }
        if (old == null && actions.size() >= MAX_ACTIONS) {
            throw new RestException(400, "There are " + MAX_ACTIONS + " actions; no more can be registered.");
        }
        Action action = old == null ? create(name, document) : update(old, document);
        SortedMap<String, Action> changed = new TreeMap<>(actions);
        changed.put(name, action);
        replace(changed);
        return action;
    }

    synchronized Action remove(String name) {
        Action removed = require(name);
        SortedMap<String, Action> changed = new TreeMap<>(actions);
        changed.remove(name);
        replace(changed);
        return removed;
    }

    private Action create(String name, JsonNode document) {
        ObjectNode exec = json.exec(document.path("exec"));
        ArrayNode annotations =
                json.annotations(document.path("annotations"), exec.path("kind").asText());
        return new Action(
                namespace,
                name,
                document.path("version").asText("0.0.1"),
                ++lastRevision,
                clock.millis(),
                exec,
                json.limits(document.path("limits"), json.standardLimits(), annotations),
                json.keyValues(document.path("parameters"), "parameters"),
                annotations,
                document.path("publish").asBoolean(false));
    }

    private Action update(Action old, JsonNode document) {
        ObjectNode exec = document.has("exec") ? json.exec(document.path("exec")) : old.exec();
        ArrayNode annotations = json.annotations(
                document.has("annotations") ? document.path("annotations") : old.annotations(),
                exec.path("kind").asText());
        return new Action(
                namespace,
                old.name(),
                document.path("version").asText(nextVersion(old.version())),
                ++lastRevision,
                clock.millis(),
                exec,
                json.limits(document.path("limits"), old.limits(), annotations),
                document.has("parameters")
                        ? json.keyValues(document.path("parameters"), "parameters")
                        : old.parameters(),
                annotations,
                document.path("publish").asBoolean(old.publish()));
    }

    private Action restore(JsonNode document) {
        Action action = create(document.path("name").asText(), document);
        return new Action(
                namespace,
                action.name(),
                action.version(),
                action.revision(),
                document.path("updated").asLong(),
                action.exec(),
                action.limits(),
                action.parameters(),
                action.annotations(),
                action.publish());
    }

    private void replace(SortedMap<String, Action> changed) {
        ArrayNode documents = mapper.createArrayNode();
        changed.values().forEach(action -> documents.add(json.describe(action, true)));
        try {
            file.write(mapper.writeValueAsBytes(documents));
            actions = changed;
        } catch (IOException e) {
            throw new UncheckedIOException("the actions cannot be stored in " + file.path(), e);
        }
    }

    private static String nextVersion(String version) {
        int dot = version.lastIndexOf('.');
        try {
            return version.substring(0, dot + 1) + (Integer.parseInt(version.substring(dot + 1)) + 1);
        } catch (NumberFormatException e) {
            return version;
        }
    }
}
