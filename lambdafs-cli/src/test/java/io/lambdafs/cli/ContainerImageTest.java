package io.lambdafs.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lambdafs.cli.image.ImageArchitecture;
import io.lambdafs.cli.image.ImageBuilder;
import io.lambdafs.cli.process.ClassArchive;
import io.lambdafs.cli.secret.ContainerSecret;
import io.lambdafs.openwhisk.action.InstanceSecret;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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
        image(with("LAMBDAFS_SUPERGROUP", "a \"b\" $c\\")).write(image);
        assertThat(image.resolve("lib/zebra.jar")).hasContent("1");
        assertThat(image.resolve("lib/ant.jar")).hasContent("2");
        assertThat(image.resolve("Dockerfile"))
                .content()
                .contains("COPY lib/ /lambdafs/lib/\n")
                .contains("ENV LAMBDAFS_SUPERGROUP=\"a \\\"b\\\" \\$c\\\\\"\n")
                .contains("ENV LAMBDAFS_SUPERUSER=\"hdfs\"\n")
                .contains("\"-cp\",\"/lambdafs/lib/zebra.jar:/lambdafs/lib/ant.jar\","
                        + "\"io.lambdafs.runtime.FunctionMain\"]");
    }

    @Test
    void classesThatWereRecorded_areArchivedByTheImagesOwnJava() throws IOException {
        ContainerImage written = image(NEEDED);
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

        Path other = directory.resolve("other");
        ContainerImage without = new ContainerImage(
                distribution,
                new ContainerImage.Options(
                        Optional.empty(),
                        NEEDED,
                        ImageArchitecture.ARM64,
                        false,
                        Optional.empty(),
                        ContainerSecret.random()));
        assertThat(without.startsFast()).isFalse();
        without.write(other);
        assertThat(other.resolve("function.classes")).doesNotExist();
        assertThat(other.resolve("Dockerfile")).content().doesNotContain("RUN ", "SharedArchiveFile");
    }

    @Test
    void settings_thatNoInstanceCouldStartWith_areNamed() {
        assertThatThrownBy(() -> image(with("LAMBDAFS_STOER_USER", "x"))).hasMessageContaining("LAMBDAFS_STOER_USER");
        assertThatThrownBy(() -> image(with("LAMBDAFS_SUPERGROUP", "a\nb")))
                .hasMessageContaining("LAMBDAFS_SUPERGROUP")
                .hasMessageContaining("several lines");
        assertThatThrownBy(() -> image(with("LAMBDAFS_SUPERGROUP", "a\n"))).hasMessageContaining("several lines");
        assertThatThrownBy(() -> image(with("A B", "x"))).hasMessageContaining("\"A B\"");
        assertThatThrownBy(() -> image(with("LAMBDAFS_DEPLOYMENTS", "99999999999")))
                .isInstanceOf(CliException.class);
        for (String unreachable : List.of("rocks+unix:/run/store.sock", "rocks:/srv/store")) {
            assertThatThrownBy(() -> image(with("LAMBDAFS_STORE_URL", unreachable)))
                    .isInstanceOf(CliException.class)
                    .hasMessageContaining("rocks://HOST:PORT");
        }
    }

    @Test
    void baseImage_isOneByDigest_orTheOneThatIsNamed() throws IOException {
        Path usual = directory.resolve("usual");
        image(NEEDED).write(usual);
        assertThat(usual.resolve("Dockerfile"))
                .content()
                .containsPattern("(?m)^FROM eclipse-temurin:17[\\w.-]*@sha256:[0-9a-f]{64}$");
        Path own = directory.resolve("own");
        on("registry:5000/java@sha256:ab").write(own);
        assertThat(own.resolve("Dockerfile")).content().contains("\nFROM registry:5000/java@sha256:ab\n");
        assertThatThrownBy(() -> on("x\nRUN y"))
                .isInstanceOf(CliException.class)
                .hasMessageContaining("--base-image");
    }

    @Test
    void secretOfSomebodyElse_isNotTaken() {
        for (String variable : new String[] {"ACTION_INSTANCE", "ACTION_SECRET_SHA256"}) {
            assertThatThrownBy(() -> image(with(variable, "x")))
                    .isInstanceOf(CliException.class)
                    .hasMessageContaining(variable);
        }
    }

    @Test
    void directory_thatHasSomethingInIt_isLeftAlone() throws IOException {
        Path other = Files.writeString(directory.resolve("precious"), "x");
        assertThatThrownBy(() -> image(NEEDED).write(directory))
                .isInstanceOf(CliException.class)
                .hasMessageContaining("not empty");
        assertThat(other).hasContent("x");
        assertThat(directory.resolve("Dockerfile")).doesNotExist();
    }

    @Test
    void imageWithoutSettings_getsThemWhenItRuns() throws IOException {
        Path image = directory.resolve("image");
        image(Map.of()).write(image);
        assertThat(image.resolve("Dockerfile"))
                .content()
                .contains("ENV LAMBDAFS_SETTINGS_FROM=\"init\"\n")
                .contains("\nUSER 10001:10001\n")
                .doesNotContain("ENV LAMBDAFS_STORE");
    }

    @ParameterizedTest
    @ValueSource(strings = {"LAMBDAFS_STORE_PASSWORD", "LAMBDAFS_HTTP_SECRET", "LAMBDAFS_PLATFORM_AUTH"})
    void secretOfTheStoreOrTheFunctions_isNotTaken(String name) {
        assertThatThrownBy(() -> image(with(name, "not-to-be-seen")))
                .isInstanceOf(CliException.class)
                .hasMessageContaining(name)
                .hasMessageNotContaining("not-to-be-seen");
    }

    @Test
    void sameInputs_giveTheSameFiles_withTheSameTimes_readableForTheContainersUser() throws Exception {
        Path secret = directory.resolve("kept-secret");
        List<Map<String, String>> written = new ArrayList<>();
        for (String name : List.of("first", "second")) {
            Path image = directory.resolve(name);
            new ContainerImage(
                            distribution,
                            options(Optional.empty(), NEEDED, Optional.empty(), ContainerSecret.adopt(secret)))
                    .write(image);
            written.add(files(image));
        }
        assertThat(written.get(0)).hasSize(6).isEqualTo(written.get(1));
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(secret)))
                .isEqualTo("rw-------");

        Files.writeString(secret, "nonsense");
        assertThatThrownBy(() -> ContainerSecret.adopt(secret))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("secret.txt");
    }

    /** The files with their contents; of those that get into an image, also the modes and times. */
    private static Map<String, String> files(Path image) throws IOException {
        Map<String, String> files = new TreeMap<>();
        try (Stream<Path> all = Files.walk(image)) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                String name = image.relativize(file).toString();
                boolean isLeftOut = name.startsWith("secret") || name.startsWith(".");
                files.put(
                        name,
                        Files.readString(file)
                                + (isLeftOut
                                        ? ""
                                        : Files.getLastModifiedTime(file)
                                                + PosixFilePermissions.toString(Files.getPosixFilePermissions(file))));
                assertThat(isLeftOut || files.get(name).endsWith("rw-r--r--"))
                        .as(name)
                        .isTrue();
            }
        }
        return files;
    }

    @Test
    void clientLibraryOfNdb_isTaken_ifItIsForTheProcessor() throws Exception {
        Path adapter = Files.writeString(directory.resolve("adapter.jar"), "3");
        Path clusterJ = Files.writeString(directory.resolve("clusterj.jar"), "4");
        Path libraries = Files.createDirectories(directory.resolve("ndb"));
        byte[] elf = new byte[64];
        System.arraycopy(new byte[] {0x7f, 'E', 'L', 'F'}, 0, elf, 0, 4);
        elf[18] = (byte) 0xb7;
        Files.write(libraries.resolve("libndbclient.so.6.1.0"), elf);
        NdbFiles ndb = new NdbFiles(adapter, clusterJ, libraries);

        Path image = directory.resolve("image");
        new ContainerImage(distribution, options(Optional.empty(), NEEDED, Optional.of(ndb), ContainerSecret.random()))
                .write(image);
        assertThat(image.resolve("native/libndbclient.so.6.1.0")).hasBinaryContent(elf);
        assertThat(image.resolve("lib/clusterj.jar")).hasContent("4");
        assertThat(image.resolve("Dockerfile"))
                .content()
                .contains("COPY native/ /lambdafs/native/\n", "ENV NDB_LIBRARY_PATH=\"/lambdafs/native\"\n");

        elf[18] = 0x3e;
        Files.write(libraries.resolve("libndbclient.so.6.1.0"), elf);
        assertThatThrownBy(() -> new ContainerImage(
                                distribution,
                                options(Optional.empty(), NEEDED, Optional.of(ndb), ContainerSecret.random()))
                        .write(directory.resolve("other")))
                .isInstanceOf(CliException.class)
                .hasMessageContaining("linux/arm64");
    }

    @Test
    void processors_haveSeveralNames() {
        assertThat(ImageArchitecture.of("linux/arm64")).contains(ImageArchitecture.ARM64);
        assertThat(ImageArchitecture.of("aarch64")).contains(ImageArchitecture.ARM64);
        assertThat(ImageArchitecture.of("x86_64")).contains(ImageArchitecture.AMD64);
        assertThat(ImageArchitecture.of("riscv64")).isEmpty();
    }

    @Test
    void builder_isOneThatWorks() throws Exception {
        Path broken = program("docker", "exit 1");
        Path working = program("podman", "echo \"$@\" >> '" + directory.resolve("asked") + "'");
        ImageBuilder builder = ImageBuilder.find(Map.of("PATH", broken.getParent() + ":" + working.getParent()))
                .orElseThrow();
        assertThat(builder.name()).isEqualTo("podman");
        builder.build("registry/x:1", ImageArchitecture.ARM64, directory.resolve("image"));
        assertThat(directory.resolve("asked"))
                .content()
                .isEqualTo("info\nbuild --platform linux/arm64 -t registry/x:1 " + directory.resolve("image") + "\n");
        assertThat(ImageBuilder.find(Map.of("PATH", directory.resolve("nowhere").toString())))
                .isEmpty();
    }

    private Path program(String name, String script) throws IOException {
        Path file = Files.createDirectories(directory.resolve("bin-" + name)).resolve(name);
        Files.writeString(file, "#!/bin/sh\n" + script + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
        return file;
    }

    @Test
    void secret_isBesideTheImage_whichHoldsItsDigest() throws Exception {
        Path image = directory.resolve("image");
        image(NEEDED).write(image);
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
        image(NEEDED).write(other);
        assertThat(other.resolve("secret.txt")).content().isNotEqualTo(code);
    }

    private static Map<String, String> with(String name, String value) {
        Map<String, String> settings = new HashMap<>(NEEDED);
        settings.put(name, value);
        return settings;
    }

    private static ContainerImage.Options options(
            Optional<String> base, Map<String, String> settings, Optional<NdbFiles> ndb, ContainerSecret secret) {
        return new ContainerImage.Options(base, settings, ImageArchitecture.ARM64, true, ndb, secret);
    }

    private ContainerImage image(Map<String, String> settings) {
        return new ContainerImage(
                distribution, options(Optional.empty(), settings, Optional.empty(), ContainerSecret.random()));
    }

    private ContainerImage on(String base) {
        return new ContainerImage(
                distribution, options(Optional.of(base), NEEDED, Optional.empty(), ContainerSecret.random()));
    }
}
