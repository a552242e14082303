package io.lambdafs.faas.action;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.faas.action.ActionFixture.Instance;
import io.lambdafs.faas.action.ActionFixture.Reply;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Functions in Java, which use the volume through Java's own file systems. */
@Timeout(60)
final class JavaActionTest {
    private static final String SOURCE = """
            package user;
            import java.net.URI;
            import java.nio.file.*;
            import java.util.*;
            public final class Count {
                public static Map<String, Object> main(Map<String, Object> arguments) throws Exception {
                    Path count = Path.of(URI.create("faasfs:/count"));
                    int n = Files.exists(count) ? Integer.parseInt(Files.readString(count)) : 0;
                    Files.writeString(count, String.valueOf(n + 1));
                    System.out.println("counted " + (n + 1));
                    if (arguments.containsKey("throw")) {
                        throw new IllegalStateException("as asked");
                    }
                    return Map.of("n", n + 1, "echo", arguments.getOrDefault("echo", List.of()));
                }
                public static Map<String, Object> other(Map<String, Object> arguments) {
                    try {
                        Class.forName("io.lambdafs.faas.action.VolumeAction");
                        return Map.of("sees", true);
                    } catch (ClassNotFoundException e) {
                        return Map.of("sees", false);
                    }
                }
            }
            """;

    @TempDir
    private Path scratch;

    private ActionFixture fixture;

    @BeforeEach
    void start() {
        fixture = new ActionFixture();
    }

    @AfterEach
    void stop() throws IOException {
        fixture.close();
    }

    private String jar() throws IOException {
        compile(Files.writeString(scratch.resolve("Count.java"), SOURCE));
        return jarOf("user/Count");
    }

    private void compile(Path... sources) {
        List<String> arguments = new ArrayList<>(List.of("-d", scratch.toString()));
        for (Path source : sources) {
            arguments.add(source.toString());
        }
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new)))
                .isZero();
    }

    private String jarOf(String... classes) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream jar = new ZipOutputStream(bytes)) {
            for (String name : classes) {
                jar.putNextEntry(new ZipEntry(name + ".class"));
                jar.write(Files.readAllBytes(scratch.resolve(name + ".class")));
            }
        }
        return Base64.getEncoder().encodeToString(bytes.toByteArray());
    }

    private Instance count(String main) throws Exception {
        Instance instance = fixture.start();
        assertThat(instance.init("java:17", jar(), main, true, Map.of())).isEqualTo(new Reply(200, "{\"ok\":true}"));
        return instance;
    }

    @Test
    void aMethod_countsInTheVolume() throws Exception {
        Instance instance = count("user.Count");
        assertThat(instance.run("{\"echo\":[1,\"x\",{}]}").body()).contains("\"n\":1", "\"echo\":[1,\"x\",{}]");
        assertThat(instance.run("{}").body()).contains("\"n\":2");
        assertThat(fixture.file("/count")).isEqualTo("2");
        assertThat(instance.printed())
                .isEqualTo("counted 1\n" + ActionFixture.SENTINEL + "counted 2\n" + ActionFixture.SENTINEL);
    }

    @Test
    void anException_leavesNothing() throws Exception {
        Instance instance = count("user.Count");
        assertThat(instance.run("{\"throw\":1}").body())
                .isEqualTo("{\"error\":\"java.lang.IllegalStateException: as asked\"}");
        assertThat(fixture.file("/count")).isEqualTo("nothing");
    }

    @Test
    void aMethodOfAnotherName_seesNothingOfThisProgram() throws Exception {
        assertThat(count("user.Count#other").run("{}").body()).isEqualTo("{\"sees\":false}");
    }

    /** Two classes stand for the library: of it, only what is called here. */
    @Test
    void aMethodWithGson_isCalledWithIt() throws Exception {
        Path source = Files.createDirectories(scratch.resolve("com/google/gson"));
        Files.writeString(
                source.resolve("JsonObject.java"),
                "package com.google.gson; public class JsonObject { public final String text;"
                        + " public JsonObject(String text) { this.text = text; } public String toString() { return text; } }");
        Files.writeString(
                source.resolve("JsonParser.java"),
                "package com.google.gson; public class JsonParser { public static JsonObject parseString(String text) {"
                        + " return new JsonObject(text); } }");
        Path main = Files.writeString(
                scratch.resolve("Echo.java"),
                "public class Echo { public static com.google.gson.JsonObject main(com.google.gson.JsonObject o) {"
                        + " return new com.google.gson.JsonObject(\"{\\\"echo\\\":\" + o.text + \"}\"); } }");
        compile(main, source.resolve("JsonObject.java"), source.resolve("JsonParser.java"));
        Instance instance = fixture.start();
        String jar = jarOf("Echo", "com/google/gson/JsonObject", "com/google/gson/JsonParser");
        assertThat(instance.init("java", jar, "Echo", true, Map.of()).status()).isEqualTo(200);
        assertThat(instance.run("{\"a\":[1,\"\u00e9\"]}").body()).isEqualTo("{\"echo\":{\"a\":[1,\"\u00e9\"]}}");
    }

    @Test
    void aClassOrMethodThatIsNotThere_isSaid() throws Exception {
        for (String main : List.of("user.Nothing", "user.Count#nothing")) {
            Reply reply = fixture.start().init("java", jar(), main, true, Map.of());
            assertThat(reply.status()).isEqualTo(502);
            assertThat(reply.body()).contains("The action's class user.");
        }
    }
}
