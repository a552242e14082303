package io.lambdafs.benchmark.web;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.random.RandomGenerator;

/**
 * What a client asks the blog for.
 *
 * @param key of what it makes, unique in a run; empty for a page that it reads
 */
record Visit(Kind kind, String key, ObjectNode call) {
    /** The posts that are there before clients come. Comments are for these. */
    static final int FIRST_POSTS = 20;

    /** In percent. The others read the home page. */
    private static final int POSTS = 1;

    private static final int COMMENTS = 4;

    /** What can be asked for. */
    enum Kind {
        HOME,
        POST,
        COMMENT
    }

    /** A client's next visit: mostly the home page, sometimes a comment, now and then a post. */
    static Visit random(RandomGenerator random, String key) {
        int chance = random.nextInt(100);
        if (chance < POSTS) {
            return post(key);
        }
        return chance < POSTS + COMMENTS ? comment(key, 1 + random.nextInt(FIRST_POSTS)) : home(key);
    }

    /** The list of posts, with the number of comments of each. */
    static Visit home(String call) {
        return new Visit(Kind.HOME, "", to("get", "/", call));
    }

    /** A new post. */
    static Visit post(String key) {
        ObjectNode call = to("post", "/posts", key);
        call.put("key", key).put("title", "Post " + key).put("text", "Hello. ".repeat(30));
        return new Visit(Kind.POST, key, call);
    }

    private static Visit comment(String key, int post) {
        ObjectNode call = to("post", "/posts/" + post + "/comments", key);
        call.put("key", key).put("text", "I have read it.");
        return new Visit(Kind.COMMENT, key, call);
    }

    /** What the blog and SQLite say of the data. */
    static ObjectNode check() {
        return to("get", "/check", "check");
    }

    private static ObjectNode to(String method, String path, String call) {
        ObjectNode parameters = JsonNodeFactory.instance.objectNode();
        return parameters.put("__ow_method", method).put("__ow_path", path).put("benchmark_call", call);
    }
}
