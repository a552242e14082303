package io.lambdafs.container.lambda;

import io.lambdafs.container.JsonCodec;
import io.lambdafs.container.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.ByteBuffer;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The four messages of Lambda's Runtime API of 2018-06-01. Thread-safe. */
final class RuntimeApi {
    private static final String ERROR_TYPE = "Lambda-Runtime-Function-Error-Type";
    private static final String REQUEST_ID = "Lambda-Runtime-Aws-Request-Id";
    private static final int CONNECT_MILLIS = 5000;
    private static final int READ_MILLIS = 30_000;
    private static final int FOR_EVER = 0;
    private static final int OK = 200;
    private static final int REDIRECT = 300;

    private final String base;
    private final JsonCodec codec = new JsonCodec();

    /**
     * An invocation.
     *
     * @param id by which the response names it
     * @param json its parameters
     */
    record Event(String id, ByteBuffer json) {}

    RuntimeApi(String hostAndPort) {
        base = "http://" + hostAndPort + "/2018-06-01/runtime/";
    }

    /** Waits for the next invocation for as long as that takes: the documentation asks for no bound, because Lambda freezes the wait. */
    Event next() throws IOException {
        HttpURLConnection connection = open("invocation/next", FOR_EVER);
        byte[] body = answer(connection);
        String id = connection.getHeaderField(REQUEST_ID);
        if (id == null || !id.matches("[\\w-]{1,128}")) {
            throw new IOException("an invocation without " + REQUEST_ID);
        }
        return new Event(id, ByteBuffer.wrap(body));
    }

    /** The function's result. */
    void respond(Event event, byte[] json) throws IOException {
        post("invocation/" + event.id() + "/response", json, null);
    }

    /** The function failed in a way that it did not foresee. */
    void failed(Event event, String why) throws IOException {
        post("invocation/" + event.id() + "/error", error(why), "Function.Failed");
    }

    /** The function cannot start. */
    void failedToInitialize(String why) throws IOException {
        post("init/error", error(why), "Function.InitFailed");
    }

    private byte[] error(String why) {
        return codec.write(new JsonObject(Map.of("errorMessage", why, "errorType", "Function")));
    }

    private void post(String path, byte[] json, @Nullable String errorType) throws IOException {
        HttpURLConnection connection = open(path, READ_MILLIS);
        connection.setRequestMethod("POST");
        connection.setRequestProperty("Content-Type", "application/json");
        if (errorType != null) {
            connection.setRequestProperty(ERROR_TYPE, errorType);
        }
        connection.setDoOutput(true);
        connection.setFixedLengthStreamingMode(json.length);
        try (OutputStream out = connection.getOutputStream()) {
            out.write(json);
        }
        byte[] unused = answer(connection);
    }

    private HttpURLConnection open(String path, int readMillis) throws IOException {
        HttpURLConnection connection =
                (HttpURLConnection) URI.create(base + path).toURL().openConnection();
        connection.setConnectTimeout(CONNECT_MILLIS);
        connection.setReadTimeout(readMillis);
        connection.setUseCaches(false);
        return connection;
    }

    private static byte[] answer(HttpURLConnection connection) throws IOException {
        int status = connection.getResponseCode();
        if (status < OK || status >= REDIRECT) {
            connection.disconnect();
            throw new IOException("the Runtime API answered " + status);
        }
        try (InputStream in = connection.getInputStream()) {
            return in.readAllBytes();
        }
    }
}
