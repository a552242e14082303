package io.lambdafs.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.cli.certificate.SecurityDirectory;
import io.lambdafs.cli.network.GatewayAddress;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files by which clients find a stack. */
final class HadoopFilesTest {
    private static final SecurityDirectory CERTIFICATES =
            new SecurityDirectory(Path.of("none"), InstantSource.system());

    private final HadoopFiles files = new HadoopFiles(
            StackConfig.defaults(), new HadoopFiles.Keys("me:se<cret&", "me:all"), CERTIFICATES, List.of());

    @TempDir
    private Path directory;

    @Test
    void jar_staysTheSameWhileTheSettingsDo() throws IOException {
        files.write(directory);
        byte[] jar = Files.readAllBytes(HadoopFiles.jar(directory));
        Files.setLastModifiedTime(HadoopFiles.jar(directory), java.nio.file.attribute.FileTime.fromMillis(1000));
        files.write(directory);
        assertThat(HadoopFiles.jar(directory)).hasBinaryContent(jar);
        assertThat(Files.getLastModifiedTime(HadoopFiles.jar(directory)).toMillis())
                .isEqualTo(1000);
    }

    @Test
    void gateways_areTheNameNodesOfClientsWithoutThePlugin() throws IOException {
        HadoopFiles withGateways = new HadoopFiles(
                StackConfig.defaults(),
                new HadoopFiles.Keys("me:key", "me:all"),
                CERTIFICATES,
                List.of(gateway("hdfs://h:8020 http://h:9870"), gateway("hdfs://h:1 http://h:2")));
        assertThat(withGateways.hdfsSettings())
                .containsEntry("dfs.ha.namenodes.lambdafs", "gateway0,gateway1")
                .containsEntry("dfs.namenode.rpc-address.lambdafs.gateway0", "h:8020")
                .containsEntry("dfs.namenode.rpc-address.lambdafs.gateway1", "h:1")
                .containsEntry("dfs.namenode.http-address.lambdafs.gateway0", "h:9870")
                .containsEntry("dfs.namenode.http-address.lambdafs.gateway1", "h:2")
                .containsEntry("dfs.namenode.http-address", "h:9870");
        withGateways.write(directory);
        assertThat(HadoopFiles.withoutPlugin(directory).resolve("core-site.xml"))
                .content()
                .contains("ConfiguredFailoverProxyProvider")
                .doesNotContain("me:key");
        assertThat(files.hdfsSettings()).doesNotContainKey("dfs.ha.namenodes.lambdafs");
    }

    @Test
    void gatewaysWithoutWebServer_haveNoAddressOfOne() {
        HadoopFiles withoutHttp = new HadoopFiles(
                StackConfig.defaults(),
                new HadoopFiles.Keys("me:key", "me:all"),
                CERTIFICATES,
                List.of(gateway("hdfs://h:8020")));
        assertThat(withoutHttp.hdfsSettings().keySet()).noneMatch(key -> key.contains("http-address"));
    }

    @Test
    void encryptedWebServers_areAskedByHttpsAlone() {
        HadoopFiles encrypted = new HadoopFiles(
                StackConfig.defaults(),
                new HadoopFiles.Keys("me:key", "me:all"),
                CERTIFICATES,
                List.of(gateway("hdfs://h:8020 https://h:9870")));
        assertThat(encrypted.hdfsSettings())
                .containsEntry("dfs.namenode.https-address.lambdafs.gateway0", "h:9870")
                .containsEntry("dfs.namenode.https-address", "h:9870")
                .containsEntry("dfs.http.policy", "HTTPS_ONLY")
                .doesNotContainKey("dfs.namenode.http-address");
    }

    private static GatewayAddress gateway(String said) {
        return GatewayAddress.parse(said).orElseThrow();
    }

    @Test
    void filesWithTheKey_areTheUsersOnly() throws IOException {
        files.writeClientProperties(directory.resolve("a/client.properties"));
        assertThat(PosixFilePermissions.toString(
                        Files.getPosixFilePermissions(directory.resolve("a/client.properties"))))
                .isEqualTo("rw-------");
    }

    @Test
    void fileThatIsRewritten_isSeenAsItWasOrAsItIs() throws IOException {
        Path file = directory.resolve("client.properties");
        Files.writeString(file, "before, me:se<cret&");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
        Path link = Files.createSymbolicLink(directory.resolve("link"), file);
        try (InputStream opened = Files.newInputStream(file)) {
            files.writeClientProperties(link);
            assertThat(opened.readAllBytes()).asString(StandardCharsets.UTF_8).isEqualTo("before, me:se<cret&");
        }
        assertThat(file).content().startsWith("# Written by");
        assertThat(link).isSymbolicLink();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-r-----");
        assertThat(directory.toFile().list()).containsExactlyInAnyOrder("client.properties", "link");
    }

    @Test
    void fileWithAnotherKey_isTakenFromItsReaders() throws IOException {
        for (String mode : new String[] {"rw-r-----", "rw-r--r--"}) {
            Path file = Files.writeString(directory.resolve("client.properties"), "the key that everybody knows");
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
            files.writeClientProperties(file);
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                    .isEqualTo("rw-------");
        }
    }

    @Test
    void fileWithTheSameKey_isTakenFromOthersThanTheGroup() throws IOException {
        Path file = directory.resolve("client.properties");
        files.writeClientProperties(file);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        files.writeClientProperties(file);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-r-----");
    }

    @Test
    void xml_escapesValues() {
        assertThat(HadoopFiles.xml(Map.of("k", "a<b&c"))).contains("<value>a&lt;b&amp;c</value>");
    }
}
