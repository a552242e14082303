package io.lambdafs.badinput;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.system.ProcessOutput;
import io.lambdafs.tidy.CheckoutSources;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code bin/lambdafs} says where it cannot work: a sentence with what to do, and a status that is not 0. */
final class WrongSurroundingsTest {
    private static final int BOUND_SECONDS = 60;

    @TempDir
    private Path directory;

    @Test
    void oldJava_isNamedWithItsVersion() throws Exception {
        String said = lambdafs(Map.of("JAVA_HOME", fakeJava("11.0.2")), "status");

        assertThat(said).contains("is version 11.0.2").contains("17 or later").hasLineCount(1);
    }

    @Test
    void ancientJava_isNamedWithItsVersion() throws Exception {
        assertThat(lambdafs(Map.of("JAVA_HOME", fakeJava("1.8.0_292")), "dfs", "-ls", "/"))
                .contains("is version 1.8.0_292")
                .hasLineCount(1);
    }

    @Test
    void missingJava_isSaid() throws Exception {
        assertThat(lambdafs(Map.of("JAVA_HOME", directory.toString()), "start"))
                .contains("there is no bin/java")
                .contains("set it to a JDK of version 17 or later")
                .hasLineCount(1);
    }

    @Test
    void noJavaAnywhere_isSaid() throws Exception {
        Path tools = Files.createDirectories(directory.resolve("tools"));
        for (String tool : List.of("bash", "readlink", "dirname")) {
            Files.createSymbolicLink(tools.resolve(tool), found(tool));
        }

        assertThat(lambdafs(Map.of("JAVA_HOME", "", "PATH", tools.toString()), "status"))
                .contains("no Java found: install a JDK of version 17 or later")
                .hasLineCount(1);
    }

    private static Path found(String tool) {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .map(path -> Path.of(path, tool))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void javaThatCannotCompile_isSaidBeforeABuild() throws Exception {
        Path unbuilt = Files.createDirectories(directory.resolve("unbuilt/bin")).resolve("lambdafs");
        Files.copy(CheckoutSources.root().resolve("bin/lambdafs"), unbuilt, StandardCopyOption.COPY_ATTRIBUTES);
        Map<String, String> environment = Map.of("JAVA_HOME", fakeJava("17.0.1"), "LAMBDAFS_BUILD", "");

        assertThat(said(unbuilt, environment, "status"))
                .contains("is a runtime without compiler: install a JDK of version 17 or later")
                .hasLineCount(1);
    }

    @Test
    void usedPort_isNamedWithItsOption() throws Exception {
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String port = String.valueOf(other.getLocalPort());

            assertThat(lambdafs(Map.of(), "start", "--data-dir", data(), "--platform-port", port))
                    .contains("port " + port + " for platform is in use")
                    .contains("--platform-port");
        }
    }

    @Test
    void dataOfAnotherVersion_isLeftAlone() throws Exception {
        Files.createDirectories(Path.of(data()));
        Files.writeString(Path.of(data(), "VERSION"), "99\n");

        assertThat(lambdafs(Map.of(), "start", "--data-dir", data()))
                .contains("layout version 99")
                .contains("--data-dir")
                .hasLineCount(1);
        assertThat(Path.of(data()).toFile().list()).containsExactly("VERSION");
    }

    @Test
    void missingClusterJ_isSaidBeforeAnythingIsStarted() throws Exception {
        Map<String, String> absent =
                Map.of("CLUSTERJ_JAR", directory.resolve("absent.jar").toString());

        assertThat(lambdafs(
                        absent, "start", "--data-dir", data(), "--store", "ndb", "--ndb-connectstring", "127.0.0.1:1"))
                .contains("ClusterJ's jar is missing")
                .contains("absent.jar does not exist");
        // The directory is made with the others, for its owner only; a server would have written to it.
        try (Stream<Path> written = Files.list(Path.of(data(), "zookeeper"))) {
            assertThat(written.collect(Collectors.toList())).isEmpty();
        }
    }

    private String data() {
        return directory.resolve("data").toString();
    }

    private String fakeJava(String version) throws IOException {
        Path bin = Files.createDirectories(directory.resolve("jdk/bin"));
        Path java = bin.resolve("java");
        Files.writeString(java, "#!/bin/sh\necho 'openjdk version \"" + version + "\" 2019-01-15' >&2\n");
        Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
        return directory.resolve("jdk").toString();
    }

    /** What a command says that must fail. */
    private String lambdafs(Map<String, String> environment, String... arguments) throws Exception {
        return said(CheckoutSources.root().resolve("bin/lambdafs"), environment, arguments);
    }

    private String said(Path program, Map<String, String> environment, String... arguments) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(program.toString());
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("LAMBDAFS_BUILD", "never");
        builder.environment()
                .put(
                        "LAMBDAFS_CLIENT_PROPERTIES_FILE",
                        directory.resolve("client.properties").toString());
        builder.environment().putAll(environment);
        try (ProcessOutput output = ProcessOutput.of(builder)) {
            Process process = builder.start();
            assertThat(process.waitFor(BOUND_SECONDS, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).as(output.errors()).isEqualTo(1);
            return output.errors();
        }
    }
}
