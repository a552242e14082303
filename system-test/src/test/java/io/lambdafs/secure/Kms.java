package io.lambdafs.secure;

import io.lambdafs.system.Await;
import io.lambdafs.tidy.CheckoutSources;
import java.io.Closeable;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Hadoop's key management server in a process of its own, with keys in a file. It believes its callers. */
final class Kms implements Closeable {
    private static final String JARS = "system-test/hadoop-3.4.3/target/client";
    private static final Duration BOUND = Duration.ofMinutes(2);
    private static final List<String> OPERATIONS = List.of(
            "CREATE",
            "DELETE",
            "ROLLOVER",
            "GET",
            "GET_KEYS",
            "GET_METADATA",
            "SET_KEY_MATERIAL",
            "GENERATE_EEK",
            "DECRYPT_EEK");
    private static final List<String> KEY_OPERATIONS = List.of("MANAGEMENT", "GENERATE_EEK", "DECRYPT_EEK", "READ");

    private final HttpClient client = HttpClient.newHttpClient();
    private final Path directory;
    private final int port;
    private Process process;

    private Kms(Path directory, int port) {
        this.directory = directory;
        this.port = port;
    }

    /** Starts one with this port. */
    static Kms start(Path directory, int port) throws Exception {
        Kms kms = new Kms(directory, port);
        kms.writeConfiguration();
        kms.restart();
        return kms;
    }

    private void writeConfiguration() throws IOException {
        Map<String, String> rights = new TreeMap<>();
        OPERATIONS.forEach(operation -> rights.put("hadoop.kms.acl." + operation, "*"));
        KEY_OPERATIONS.forEach(operation -> rights.put("default.key.acl." + operation, "*"));
        write("kms-acls.xml", rights);
        write(
                "kms-site.xml",
                Map.of(
                        "hadoop.kms.key.provider.uri",
                        "jceks://file@" + directory.resolve("kms.keystore"),
                        "hadoop.kms.http.host",
                        "127.0.0.1",
                        "hadoop.kms.http.port",
                        String.valueOf(port)));
        write("core-site.xml", Map.of());
        write("hdfs-site.xml", Map.of());
        Files.writeString(directory.resolve("log4j.properties"), """
                log4j.rootLogger=WARN, console
                log4j.appender.console=org.apache.log4j.ConsoleAppender
                log4j.appender.console.layout=org.apache.log4j.PatternLayout
                log4j.appender.console.layout.ConversionPattern=%d %-5p %c %m%n
                """);
    }

    private void write(String file, Map<String, String> settings) throws IOException {
        SiteFile.write(directory.resolve(file), settings);
    }

    /** Starts it with the keys that it has. */
    void restart() throws Exception {
        process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx128m",
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        // Jersey makes classes.
                        "--add-opens=java.base/java.lang=ALL-UNNAMED",
                        "-Dkms.config.dir=" + directory,
                        "-Dlog4j.configuration=file:" + directory.resolve("log4j.properties"),
                        "-Dhadoop.log.dir=" + directory,
                        "-cp",
                        classPath(),
                        "org.apache.hadoop.crypto.key.kms.server.KMSWebServer"))
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("kms.log").toFile())
                .start();
        Await.until("the key management server answers", BOUND, () -> {
            if (!process.isAlive()) {
                throw new IOException("it ended: " + Files.readString(directory.resolve("kms.log")));
            }
            return answers();
        });
    }

    private static String classPath() throws IOException {
        try (Stream<Path> jars = Files.list(CheckoutSources.root().resolve(JARS))) {
            return String.join(":", jars.map(Path::toString).sorted().toList());
        }
    }

    private boolean answers() throws InterruptedException {
        try {
            return client.send(HttpRequest.newBuilder(uri("keys/names")).build(), BodyHandlers.discarding())
                            .statusCode()
                    == 200;
        } catch (IOException notYet) {
            return false;
        }
    }

    private URI uri(String request) {
        return URI.create("http://127.0.0.1:" + port + "/kms/v1/" + request + "?user.name=admin");
    }

    /** Makes a key. */
    void create(String key) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(uri("keys"))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(
                        "{\"name\":\"" + key + "\",\"cipher\":\"AES/CTR/NoPadding\",\"length\":128}"))
                .build();
        int status = client.send(request, BodyHandlers.discarding()).statusCode();
        if (status != 201) {
            throw new IOException("status " + status);
        }
    }

    /** As Hadoop writes where it is. */
    String provider() {
        return "kms://http@127.0.0.1:" + port + "/kms";
    }

    /** Ends it at once. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
