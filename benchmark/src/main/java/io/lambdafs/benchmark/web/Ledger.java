package io.lambdafs.benchmark.web;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** What clients asked to be stored, and what the blog said that it has stored. Thread-safe. */
final class Ledger {
    private final Set<String> asked = ConcurrentHashMap.newKeySet();
    private final Set<String> acknowledged = ConcurrentHashMap.newKeySet();
    private final Set<String> askedComments = ConcurrentHashMap.newKeySet();
    private final Set<String> acknowledgedComments = ConcurrentHashMap.newKeySet();

    /** Notes that something is asked for. */
    void asked(Visit visit) {
        note(visit, asked, askedComments);
    }

    /** Notes that the blog says it is done. */
    void acknowledged(Visit visit) {
        note(visit, acknowledged, acknowledgedComments);
    }

    private static void note(Visit visit, Set<String> posts, Set<String> comments) {
        switch (visit.kind()) {
            case POST -> posts.add(visit.key());
            case COMMENT -> comments.add(visit.key());
            case HOME -> {}
        }
    }

    int posts() {
        return acknowledged.size();
    }

    int comments() {
        return acknowledgedComments.size();
    }

    /**
     * Compares the blog's data with what was acknowledged.
     *
     * @param check what the blog answers to {@link Visit#check}
     * @param home its home page
     * @throws IOException if something is missing, is there twice, or was never asked for; or if SQLite objects to its file
     */
    void requireKept(JsonNode check, JsonNode home) throws IOException {
        List<String> wrong = wrong(check, home);
        if (!wrong.isEmpty()) {
            throw new IOException("the blog has lost or invented data: " + String.join("; ", wrong));
        }
    }

    /** What is wrong with the data. */
    List<String> wrong(JsonNode check, JsonNode home) {
        List<String> wrong = new ArrayList<>();
        if (!check.path("integrity").asText().equals("ok")) {
            wrong.add("SQLite's check of its file says " + check.path("integrity"));
        }
        List<String> stored = new ArrayList<>();
        check.path("keys").forEach(key -> stored.add(key.asText()));
        Set<String> once = new HashSet<>(stored);
        if (once.size() != stored.size() || home.size() != stored.size()) {
            wrong.add(stored.size() + " keys, " + once.size() + " different ones, " + home.size() + " posts");
        }
        Set<String> missing = new HashSet<>(acknowledged);
        missing.removeAll(once);
        if (!missing.isEmpty()) {
            wrong.add("acknowledged posts are missing: " + missing);
        }
        once.removeAll(asked);
        if (!once.isEmpty()) {
            wrong.add("posts that nobody sent: " + once);
        }
        int comments = 0;
        for (JsonNode post : home) {
            comments += post.path("comments").asInt();
        }
        if (comments < acknowledgedComments.size() || comments > askedComments.size()) {
            wrong.add(comments + " comments, " + acknowledgedComments.size() + " acknowledged, " + askedComments.size()
                    + " sent");
        }
        return wrong;
    }
}
