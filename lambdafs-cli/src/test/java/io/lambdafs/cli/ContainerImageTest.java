package io.lambdafs.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lambdafs.openwhisk.action.InstanceSecret;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is written for a container image, and what is refused. */
final class ContainerImageTest {
    private static final Map<String, String> NEEDED = Map.of(
            "LAMBDAFS_STORE_URL", "jdbc:postgresql://store:5432/lambdafs",
            "LAMBDAFS_ZOOKEEPER", "zookeeper:2181",
            "LAMBDAFS_DEPLOYMENTS", "4",
            "LAMBDAFS_SUPERUSER", "hdfs");

    @TempDir
    private Path directory;

    private Distribution distribution;

    @BeforeEach
    void build() throws IOException {
        distribution = new Distribution(directory.resolve("home"));
        Path first = Files.writeString(directory.resolve("zebra.jar"), "1");
        Path second = Files.writeString(directory.resolve("ant.jar"), "2");
        Path dist = Files.createDirectories(distribution.home().resolve("lambdafs-cli/target/dist"));
        Files.writeString(dist.resolve("function.classpath"), first + ":" + second + "\n");
    }

    @Test
    void jarsKeepTheirOrder_andSettingsAreQuoted() throws IOException {
        Path image = directory.resolve("new/image");
        new ContainerImage(distribution, Optional.empty(), with("LAMBDAFS_STORE_PASSWORD", "a \"b\" $c\\"))
                .write(image);
        assertThat(image.resolve("lib/zebra.jar")).hasContent("1");
        assertThat(image.resolve("lib/ant.jar")).hasContent("2");
        assertThat(image.resolve("Dockerfile"))
                .content()
                .contains("COPY lib/ /lambdafs/lib/\n")
                .contains("ENV LAMBDAFS_STORE_PASSWORD=\"a \\\"b\\\" \\$c\\\\\"\n")
                .contains("ENV LAMBDAFS_SUPERUSER=\"hdfs\"\n")
                .contains("\"-cp\",\"/lambdafs/lib/zebra.jar:/lambdafs/lib/ant.jar\","
                        + "\"io.lambdafs.runtime.FunctionMain\"]");
    }

    @Test
    void classesThatWereRecorded_areArchivedByTheImagesOwnJava() throws IOException {
        ContainerImage written = new ContainerImage(distribution, Optional.empty(), NEEDED);
        assertThat(written.startsFast()).isFalse();
        ClassArchive archive = distribution.classArchive("function", distribution.classPath("function"));
        Files.createDirectories(archive.file().getParent());
        Files.writeString(archive.fresh(), "archive");
        Files.writeString(archive.freshList(), "java/lang/Object");
        assertThat(written.startsFast()).as("while they are recorded").isFalse();
        archive.keep(archive.fresh());
        assertThat(written.startsFast()).isTrue();

        Path image = directory.resolve("image");
        written.write(image);
        assertThat(image.resolve("function.classes")).hasContent("java/lang/Object");
        assertThat(image.resolve("Dockerfile"))
                .content()
                .contains("RUN [\"java\",\"-Xshare:dump\",")
                .contains("\"-XX:SharedArchiveFile=/lambdafs/function.jsa\",\"-cp\"");
    }

    @Test
    void settings_thatNoInstanceCouldStartWith_areNamed() {
        assertThatThrownBy(() -> new ContainerImage(distribution, Optional.empty(), Map.of()))
                .isInstanceOf(CliException.class)
                .hasMessageContaining("configuration.md")
                .hasMessageContaining("LAMBDAFS_");
        assertThatThrownBy(() -> new ContainerImage(distribution, Optional.empty(), with("LAMBDAFS_STOER_USER", "x")))
                .hasMessageContaining("LAMBDAFS_STOER_USER");
        assertThatThrownBy(() ->
                        new ContainerImage(distribution, Optional.empty(), with("LAMBDAFS_STORE_PASSWORD", "a\nb")))
                .hasMessageContaining("LAMBDAFS_STORE_PASSWORD")
                .hasMessageContaining("several lines");
        assertThatThrownBy(() ->
                        new ContainerImage(distribution, Optional.empty(), with("LAMBDAFS_STORE_PASSWORD", "a\n")))
                .hasMessageContaining("several lines");
        assertThatThrownBy(() -> new ContainerImage(distribution, Optional.empty(), with("A B", "x")))
                .hasMessageContaining("\"A B\"");
        assertThatThrownBy(() ->
                        new ContainerImage(distribution, Optional.empty(), with("LAMBDAFS_DEPLOYMENTS", "99999999999")))
                .isInstanceOf(CliException.class);
        assertThatThrownBy(() -> new ContainerImage(
                        distribution, Optional.empty(), with("LAMBDAFS_STORE_URL", "ndb://host:1186/db")))
                .isInstanceOf(CliException.class)
                .hasMessageContaining("PostgreSQL");
        for (String unreachable : List.of("rocks+unix:/run/store.sock", "rocks:/srv/store")) {
            assertThatThrownBy(() ->
                            new ContainerImage(distribution, Optional.empty(), with("LAMBDAFS_STORE_URL", unreachable)))
                    .isInstanceOf(CliException.class)
                    .hasMessageContaining("rocks://HOST:PORT");
        }
    }

    @Test
    void baseImage_isOneByDigest_orTheOneThatIsNamed() throws IOException {
        Path usual = directory.resolve("usual");
        new ContainerImage(distribution, Optional.empty(), NEEDED).write(usual);
        assertThat(usual.resolve("Dockerfile"))
                .content()
                .containsPattern("(?m)^FROM eclipse-temurin:17[\\w.-]*@sha256:[0-9a-f]{64}$");
        Path own = directory.resolve("own");
        new ContainerImage(distribution, Optional.of("registry:5000/java@sha256:ab"), NEEDED).write(own);
        assertThat(own.resolve("Dockerfile")).content().contains("\nFROM registry:5000/java@sha256:ab\n");
        assertThatThrownBy(() -> new ContainerImage(distribution, Optional.of("x\nRUN y"), NEEDED))
                .isInstanceOf(CliException.class)
                .hasMessageContaining("--base-image");
    }

    @Test
    void secretOfSomebodyElse_isNotTaken() {
        for (String variable : new String[] {"ACTION_INSTANCE", "ACTION_SECRET_SHA256"}) {
            assertThatThrownBy(() -> new ContainerImage(distribution, Optional.empty(), with(variable, "x")))
                    .isInstanceOf(CliException.class)
                    .hasMessageContaining(variable);
        }
    }

    @Test
    void directory_thatHasSomethingInIt_isLeftAlone() throws IOException {
        Path other = Files.writeString(directory.resolve("precious"), "x");
        assertThatThrownBy(() -> new ContainerImage(distribution, Optional.empty(), NEEDED).write(directory))
                .isInstanceOf(CliException.class)
                .hasMessageContaining("not empty");
        assertThat(other).hasContent("x");
        assertThat(directory.resolve("Dockerfile")).doesNotExist();
    }

    @Test
    void functions_areAsManyAsTheSettingsSay() {
        assertThat(new ContainerImage(distribution, Optional.empty(), NEEDED).deployments())
                .isEqualTo(4);
        Map<String, String> stateless = with("LAMBDAFS_MODE", "stateless");
        stateless.put("LAMBDAFS_DEPLOYMENTS", "");
        assertThat(new ContainerImage(distribution, Optional.empty(), stateless).deployments())
                .isEqualTo(1);
    }

    @Test
    void dockerfile_isReadByItsOwnerOnly() throws IOException {
        Path image = directory.resolve("image");
        new ContainerImage(distribution, Optional.empty(), NEEDED).write(image);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(image.resolve("Dockerfile"))))
                .isEqualTo("rw-------");
    }

    @Test
    void secret_isBesideTheImage_whichHoldsItsDigest() throws Exception {
        Path image = directory.resolve("image");
        new ContainerImage(distribution, Optional.empty(), NEEDED).write(image);
        String code = Files.readString(image.resolve("secret.txt"));
        assertThat(code).matches("secret:[0-9a-f]{64}");
        assertThat(image.resolve("secret.json")).hasContent("{\"action-secret\":\"" + code + "\"}");
        assertThat(image.resolve("Dockerfile"))
                .content()
                .contains("ENV ACTION_SECRET_SHA256=\"" + InstanceSecret.sha256(code) + "\"\n")
                .doesNotContain(code);
        assertThat(image.resolve(".dockerignore")).content().contains("secret.txt\n", "secret.json\n");
        for (String file : new String[] {"secret.txt", "secret.json"}) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(image.resolve(file))))
                    .isEqualTo("rw-------");
        }
        Path other = directory.resolve("other");
        new ContainerImage(distribution, Optional.empty(), NEEDED).write(other);
        assertThat(other.resolve("secret.txt")).content().isNotEqualTo(code);
    }

    private static Map<String, String> with(String name, String value) {
        Map<String, String> settings = new HashMap<>(NEEDED);
        settings.put(name, value);
        return settings;
    }
}
