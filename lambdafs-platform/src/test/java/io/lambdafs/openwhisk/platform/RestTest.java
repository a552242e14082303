package io.lambdafs.openwhisk.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The REST interface where no instance is needed: names, codes and texts. */
final class RestTest {
    @TempDir
    static Path directory;

    private static PlatformFixture fixture;

    @BeforeAll
    static void start() throws Exception {
        fixture = new PlatformFixture(PlatformFixture.config(directory));
    }

    @AfterAll
    static void stop() throws Exception {
        fixture.close();
    }

    @Test
    void put_answersWithTheWholeActionAndItsDefaults() throws Exception {
        JsonNode action = PlatformFixture.json(fixture.send(
                "PUT",
                "/actions/whole",
                "{\"exec\":{\"kind\":\"blackbox\",\"image\":\"echo\"},\"parameters\":[{\"key\":\"k\",\"value\":1}],"
                        + "\"annotations\":[{\"key\":\"mine\",\"value\":true}],\"limits\":{\"memory\":128}}"));
        assertThat(action.path("limits").toString())
                .isEqualTo("{\"concurrency\":1,\"logs\":10,\"memory\":128,\"timeout\":60000}");
        assertThat(PlatformFixture.annotation(action, "provide-api-key").asBoolean(true))
                .isFalse();
        assertThat(PlatformFixture.annotation(action, "exec").asText()).isEqualTo("blackbox");
        assertThat(PlatformFixture.annotation(action, "mine").asBoolean()).isTrue();
        assertThat(action.path("namespace").asText()).isEqualTo("guest");
        assertThat(action.path("version").asText()).isEqualTo("0.0.1");
        assertThat(action.path("publish").asBoolean(true)).isFalse();
        assertThat(action.path("parameters").toString()).isEqualTo("[{\"key\":\"k\",\"value\":1}]");
        assertThat(PlatformFixture.json(fixture.send("GET", "/actions/whole", "")))
                .isEqualTo(action);
    }

    @Test
    void put_ofAnExistingName_needsOverwriteAndMakesANewVersion() throws Exception {
        fixture.registerEcho("twice", 1);
        String body = "{\"exec\":{\"kind\":\"blackbox\",\"image\":\"echo\"}}";
        HttpResponse<String> conflict = fixture.send("PUT", "/actions/twice", body);
        assertThat(conflict.statusCode()).isEqualTo(409);
        assertThat(error(conflict)).isEqualTo("resource already exists");
        JsonNode updated = PlatformFixture.json(fixture.send("PUT", "/actions/twice?overwrite=true", body));
        assertThat(updated.path("version").asText()).isEqualTo("0.0.2");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"memory\":64}        | requirement failed: memory size 64 MB below allowed threshold of 128 MB",
                "{\"memory\":1024}      | requirement failed: memory size 1024 MB exceeds allowed threshold of 512 MB",
                "{\"concurrency\":501}  | requirement failed: concurrency 501 exceeds allowed threshold of 500",
                "{\"concurrency\":0}    | requirement failed: concurrency 0 below allowed threshold of 1",
                "{\"timeout\":99}       | requirement failed: duration 99 milliseconds below allowed threshold of 100 milliseconds",
                "{\"logs\":11}          | requirement failed: log size 11 MB exceeds allowed threshold of 10 MB",
            })
    void put_withLimitsThatAreNotAllowed_isRefused(String limits, String text) throws Exception {
        HttpResponse<String> refused = fixture.send(
                "PUT",
                "/actions/limits",
                "{\"exec\":{\"kind\":\"blackbox\",\"image\":\"echo\"},\"limits\":" + limits + "}");
        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(error(refused)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "PUT  | /actions/bad               | {}",
                "PUT  | /actions/bad               | {\"exec\":{\"kind\":\"blackbox\"}}",
                "PUT  | /actions/bad               | {\"exec\":{\"kind\":\"java:17\",\"code\":\"x\"}}",
                "PUT  | /actions/bad               | {\"exec\":{\"kind\":\"nodejs\"}}",
                "PUT  | /actions/bad               | {\"exec\":{\"kind\":\"blackbox\",\"image\":\"e\"},\"parameters\":{}}",
                "PUT  | /actions/bad               | {",
                "PUT  | /actions/bad               | []",
                "PUT  | /actions/$bad              | {\"exec\":{\"kind\":\"blackbox\",\"image\":\"e\"}}",
                "POST | /actions/any?blocking=true | []",
                "POST | /actions/any?blocking=true | 1 2",
                "POST | /actions/any?blocking=perhaps | {}",
                "POST | /actions/any?blocking=true&timeout=0 | {}",
                "POST | /actions/any?blocking=true&timeout=60001 | {}",
                "GET  | /actions?limit=201         | ''",
                "GET  | /activations?skip=-1       | ''",
                "GET  | /activations?docs=true&count=true | ''",
                "GET  | /activations/short         | ''",
            })
    void badRequests_areRefusedWith400(String method, String path, String body) throws Exception {
        HttpResponse<String> refused = fixture.send(method, path, body);
        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(error(refused)).isNotBlank();
    }

    @ParameterizedTest
    @CsvSource({
        "GET, /actions/none",
        "DELETE, /actions/none",
        "POST, /actions/none?blocking=true",
        "POST, /actions/none",
        "GET, /actions/package/none",
        "GET, /activations/00000000000000000000000000000000",
        "GET, /activations/00000000000000000000000000000000/result",
        "GET, /triggers",
        "PATCH, /actions/none",
        "PATCH, /actions",
        "PATCH, /limits",
    })
    void whatIsNotThere_isA404(String method, String path) throws Exception {
        HttpResponse<String> missing = fixture.send(method, path, method.equals("POST") ? "{}" : "");
        assertThat(missing.statusCode()).isEqualTo(404);
        assertThat(error(missing)).isEqualTo("The requested resource does not exist.");
    }

    @Test
    void authentication_missingWrongOrOfAnotherNamespace_isRefused() throws Exception {
        URI actions = URI.create(fixture.platform().uri() + "/api/v1/namespaces/_/actions");
        HttpResponse<String> none = fixture.send(HttpRequest.newBuilder(actions).build());
        assertThat(none.statusCode()).isEqualTo(401);
        assertThat(error(none))
                .isEqualTo("The resource requires authentication, which was not supplied with the request");
        String wrong = Base64.getEncoder().encodeToString("a:b".getBytes(StandardCharsets.UTF_8));
        for (String header : new String[] {"Basic " + wrong, "Basic ???", "Bearer x"}) {
            HttpResponse<String> refused = fixture.send(HttpRequest.newBuilder(actions)
                    .header("Authorization", header)
                    .build());
            assertThat(refused.statusCode()).isEqualTo(401);
            assertThat(error(refused)).isEqualTo("The supplied authentication is invalid");
        }
        HttpRequest other = fixture.request("GET", "/../other/actions", "")
                .uri(URI.create(fixture.platform().uri() + "/api/v1/namespaces/other/actions/a"))
                .build();
        HttpResponse<String> forbidden = fixture.send(other);
        assertThat(forbidden.statusCode()).isEqualTo(403);
        assertThat(error(forbidden)).isEqualTo("The supplied authentication is not authorized to access 'other/a'.");
        URI admin = URI.create(fixture.platform().uri() + "/admin/instances");
        assertThat(fixture.send(HttpRequest.newBuilder(admin).build()).statusCode())
                .isEqualTo(401);
    }

    @Test
    void everyPlatform_hasAKeyOfItsOwn_andKeepsIt(@TempDir Path other) throws Exception {
        HttpRequest published = fixture.request("GET", "/actions", "")
                .setHeader("Authorization", basic(PlatformKey.PUBLISHED))
                .build();
        assertThat(fixture.send(published).statusCode()).isEqualTo(401);
        String key = fixture.platform().auth();
        Path file = directory.resolve("key");
        assertThat(file).hasContent(key);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(key).isEqualTo(PlatformKey.adopt(file)).isNotEqualTo(PlatformKey.adopt(other.resolve("key")));
        assertThatThrownBy(() -> PlatformFixture.config(other).withAuth(PlatformKey.PUBLISHED))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("everybody knows");
        Files.writeString(other.resolve("key"), PlatformKey.PUBLISHED);
        assertThatThrownBy(() -> PlatformKey.adopt(other.resolve("key"))).hasMessageContaining("delete it");
    }

    @Test
    void keyOfCallers_invokesAndLists_andDoesNothingElse() throws Exception {
        fixture.registerEcho("called", 1);
        record Request(String method, String path, int status) {}
        for (Request each : List.of(
                new Request("POST", "/actions/called?blocking=true&result=true", 200),
                new Request("GET", "/actions", 200),
                new Request("GET", "/activations/00000000000000000000000000000000/result", 404),
                new Request("PUT", "/actions/called?overwrite=true", 403),
                new Request("DELETE", "/actions/called", 403),
                new Request("GET", "/actions/called", 403),
                new Request("GET", "/activations", 403),
                new Request("GET", "/activations/00000000000000000000000000000000", 403),
                new Request("GET", "/limits", 403))) {
            HttpRequest request = fixture.request(
                            each.method(), each.path(), each.method().equals("GET") ? "" : "{}")
                    .setHeader("Authorization", basic(PlatformFixture.CALLERS_KEY))
                    .build();
            assertThat(fixture.send(request).statusCode()).as(each.toString()).isEqualTo(each.status());
        }
        for (String path : List.of("/admin/instances", "/metrics")) {
            HttpRequest request = HttpRequest.newBuilder(
                            URI.create(fixture.platform().uri() + path))
                    .header("Authorization", basic(PlatformFixture.CALLERS_KEY))
                    .build();
            assertThat(fixture.send(request).statusCode()).as(path).isEqualTo(403);
        }
        assertThatThrownBy(
                        () -> PlatformFixture.config(directory).withAuth("a:b").withCallersAuth("a:b"))
                .hasMessageContaining("another key");
    }

    private static String basic(String key) {
        return "Basic " + Base64.getEncoder().encodeToString(key.getBytes(StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "localhost        | 200",
                "LOCALHOST:3233   | 200",
                "localhost.       | 200",
                "127.0.0.1        | 200",
                "127.1.2.3:80     | 200",
                "[::1]:3233       | 200",
                "rebound.example  | 421",
                "rebound.example:3233 | 421",
                "localhost.rebound.example | 421",
                "127.0.0.1.rebound.example | 421",
                "localhost@rebound.example | 421",
                "10.1.2.3         | 421",
                "0.0.0.0          | 421",
                "999.0.0.1        | 421",
                "[fe80::1]        | 421",
                "[::1             | 421",
                "''               | 421",
            })
    void hostOfARequest_mustBeThisOne(String host, int status) throws Exception {
        assertThat(statusOf("Host: " + host + "\r\n")).isEqualTo(status);
    }

    @Test
    void requestWithoutOneHost_isRefused() throws Exception {
        assertThat(statusOf("")).isEqualTo(400);
        assertThat(statusOf("Host: localhost\r\nHost: rebound.example\r\n")).isEqualTo(400);
    }

    /** Of a request for {@code /ping}, which needs no key, with these lines as its head. */
    private static int statusOf(String head) throws Exception {
        try (Socket socket =
                new Socket(InetAddress.getLoopbackAddress(), fixture.platform().port())) {
            socket.setSoTimeout(60_000);
            String request = "GET /ping HTTP/1.1\r\nConnection: close\r\n" + head + "\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            String reply = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
            return Integer.parseInt(reply.substring(9, 12));
        }
    }

    @Test
    void pathsForEverybody_takeNoBody() throws Exception {
        HttpRequest ping = HttpRequest.newBuilder(URI.create(fixture.platform().uri() + "/ping"))
                .method("GET", BodyPublishers.ofString("{}"))
                .build();
        assertThat(fixture.send(ping).statusCode()).isEqualTo(413);
    }

    @Test
    void largeRequests_areRefusedWithTheirSize() throws Exception {
        HttpResponse<String> refused = fixture.invoke("any", "", " ".repeat(1048585));
        assertThat(refused.statusCode()).isEqualTo(413);
        assertThat(error(refused)).isEqualTo("Request larger than allowed: 1048585 > 1048576 bytes.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"application/x-www-form-urlencoded", "text/plain; charset=UTF-8", "application/jsonp"})
    void otherMediaTypes_areRefused(String type) throws Exception {
        HttpRequest form = fixture.request("POST", "/actions/any", "a=b")
                .setHeader("Content-Type", type)
                .build();
        HttpResponse<String> refused = fixture.send(form);
        assertThat(refused.statusCode()).isEqualTo(415);
        assertThat(error(refused))
                .isEqualTo("The request's Content-Type [" + type + "] is not supported. Expected:\napplication/json");
    }

    @Test
    void bodyWithoutAMediaType_isTakenForJson() throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create(fixture.platform().uri() + "/api/v1/namespaces/_/actions/none"))
                .header("Authorization", basic(fixture.platform().auth()));
        assertThat(fixture.send(request.POST(BodyPublishers.ofString("{}")).build())
                        .statusCode())
                .isEqualTo(404);
        assertThat(fixture.send(request.POST(BodyPublishers.ofString("{")).build())
                        .statusCode())
                .isEqualTo(400);
    }

    /** As the parser of OpenWhisk says it. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{            | end-of-input  | 1  | 1 | 2 | '\"'",
                "{\"a\" 1}    | character '1' | 5  | 1 | 6 | ':'",
                "{\"a\":}     | character '}' | 5  | 1 | 6 | JSON Value",
                "{\"a\":1,}   | character '}' | 7  | 1 | 8 | '\"'",
                "[1 2]        | character '2' | 3  | 1 | 4 | ']'",
                "1 2          | character '2' | 2  | 1 | 3 | end-of-input",
                "nothing      | character 'o' | 0  | 1 | 1 | JSON Value",
                "{\"a\":-x}   | character 'x' | 6  | 1 | 7 | DIGIT",
                "\"\\x\"      | character 'x' | 2  | 1 | 3 | JSON escape sequence",
                "\"\\u12g4\"  | character 'g' | 5  | 1 | 6 | hex digit",
                "\"open       | end-of-input  | 5  | 1 | 6 | '\"'",
            })
    void malformedJson_isRefusedWithItsPlace(
            String body, String found, int index, int line, int position, String expected) throws Exception {
        HttpResponse<String> refused = fixture.invoke("any", "", body);
        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(error(refused))
                .isEqualTo("The request content was malformed:\nUnexpected " + found + " at input index " + index
                        + " (line " + line + ", position " + position + "), expected " + expected + ":\n" + body + "\n"
                        + " ".repeat(position - 1) + "^\n");
    }

    @Test
    void malformedJson_ofSeveralLines_isRefusedWithTheLine() throws Exception {
        assertThat(error(fixture.invoke("any", "", "{\n \"a\":\t?\n}")))
                .isEqualTo(
                        "The request content was malformed:\nUnexpected character '?' at input index 8 (line 2, position"
                                + " 7), expected JSON Value:\n \"a\":??\n      ^\n");
        assertThat(error(fixture.invoke("any", "", "[".repeat(100_000)))).contains("nested too deeply");
    }

    @Test
    void kindsThatNobodyKnows_areRefused() throws Exception {
        HttpResponse<String> refused =
                fixture.send("PUT", "/actions/kind", "{\"exec\":{\"kind\":\"nodejs:20\",\"code\":\"x\"}}");
        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(error(refused))
                .startsWith("The request content was malformed:\nkind 'nodejs:20' not in Set(")
                .contains("blackbox");
    }

    @Test
    void everyReply_hasItsRequestIdAndNothingForPagesOfOthers() throws Exception {
        HttpResponse<String> generated = fixture.send("GET", "/actions/none", "");
        assertThat(generated.headers().firstValue("X-Request-ID"))
                .hasValue(PlatformFixture.json(generated).path("code").asText());
        HttpResponse<String> echoed = fixture.send(fixture.request("GET", "/actions", "")
                .header("X-Request-ID", "mine")
                .build());
        assertThat(echoed.headers().firstValue("X-Request-ID")).hasValue("mine");
        for (HttpResponse<String> reply : List.of(generated, echoed)) {
            assertThat(reply.headers().map().keySet()).noneMatch(name -> name.startsWith("access-control"));
        }
    }

    @Test
    void listAndDelete_showWhatIsThere() throws Exception {
        fixture.registerEcho("listed", 1);
        fixture.registerEcho("a-later-one", 1);
        JsonNode list = PlatformFixture.json(fixture.send("GET", "/actions?limit=0", ""));
        assertThat(list.findValuesAsText("name")).containsSubsequence("a-later-one", "listed");
        String again = "{\"exec\":{\"kind\":\"blackbox\",\"image\":\"echo\"}}";
        assertThat(fixture.send("PUT", "/actions/listed?overwrite=true", again).statusCode())
                .isEqualTo(200);
        assertThat(PlatformFixture.json(fixture.send("GET", "/actions?limit=1", ""))
                        .findValuesAsText("name"))
                .containsExactly("listed");
        assertThat(list.get(0).has("parameters")).isFalse();
        assertThat(fixture.send("GET", "/actions?count=true", "").body())
                .isEqualTo("{\"actions\":" + list.size() + "}");
        assertThat(fixture.send("DELETE", "/actions/listed", "").statusCode()).isEqualTo(200);
        assertThat(fixture.send("GET", "/actions/listed", "").statusCode()).isEqualTo(404);
    }

    @Test
    void information_isThere() throws Exception {
        String base = fixture.platform().uri().toString();
        assertThat(fixture.send(HttpRequest.newBuilder(URI.create(base + "/ping"))
                                .build())
                        .body())
                .isEqualTo("pong");
        JsonNode info = PlatformFixture.json(
                fixture.send(HttpRequest.newBuilder(URI.create(base + "/")).build()));
        assertThat(info.at("/limits/max_action_memory").asLong()).isEqualTo(512L << 20);
        assertThat(info.path("limits").size()).isEqualTo(16);
        assertThat(info.at("/support/github").asText()).isNotEmpty();
        assertThat(info.at("/limits/default_max_action_duration").asLong()).isEqualTo(300_000);
        assertThat(info.path("runtimes").size()).as("images of blackboxes").isZero();
        assertThat(fixture.send("GET", "/limits", "").body())
                .isEqualTo(
                        "{\"concurrentInvocations\":1000,\"firesPerMinute\":6000000,\"invocationsPerMinute\":6000000,"
                                + "\"maxActionConcurrency\":500,\"maxActionInstances\":1000,\"maxActionLogs\":10,"
                                + "\"maxActionMemory\":512,\"maxActionTimeout\":300000,\"maxParameterSize\":\"1 MB\","
                                + "\"maxPayloadSize\":\"1 MB\",\"minActionConcurrency\":1,\"minActionLogs\":0,"
                                + "\"minActionMemory\":128,\"minActionTimeout\":100,\"truncationSize\":\"1 MB\"}");
        HttpRequest namespaces = fixture.request("GET", "", "")
                .uri(URI.create(base + "/api/v1/namespaces"))
                .build();
        assertThat(fixture.send(namespaces).body()).isEqualTo("[\"guest\"]");
    }

    private static String error(HttpResponse<String> response) {
        return PlatformFixture.json(response).path("error").asText();
    }
}
