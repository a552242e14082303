package io.lambdafs.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.lambdafs.tidy.CheckoutSources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the build does where ClusterJ is, where it is not, and where it should be. */
final class FindNdbTest {
    private static final int BOUND_SECONDS = 60;

    @TempDir
    private Path directory;

    private Path script;

    @BeforeEach
    void checkOut() throws IOException {
        script = Files.createDirectories(directory.resolve("checkout/.mvn")).resolve("find-ndb");
        Files.copy(CheckoutSources.root().resolve(".mvn/find-ndb"), script, StandardCopyOption.COPY_ATTRIBUTES);
    }

    @Test
    void withoutClusterJ_oneLineSaysThatTheModuleIsLeftOut() throws Exception {
        Said said = find(Map.of());
        assumeThat(said.out).as("this machine has an installation of NDB").isEmpty();

        assertThat(said.status).isZero();
        assertThat(said.errors)
                .hasLineCount(1)
                .contains("lambdafs-dal-ndb is left out: no ClusterJ jar in CLUSTERJ_JAR");
    }

    @Test
    void installationOfTheNamedJar_isUsed() throws Exception {
        Path jar = touch("mysql/share/java/clusterj-9.7.2.jar");
        touch("mysql/lib/libndbclient.so.6.1.0");
        touch("mysql/bin/ndb_mgmd");
        touch("mysql/bin/ndbmtd");

        Said said = find(Map.of("CLUSTERJ_JAR", jar.toString()));

        assertThat(said.status).isZero();
        assertThat(said.out)
                .contains("export NDB_LIBRARY_PATH='" + directory.resolve("mysql/lib") + "'")
                .contains("export NDB_PROGRAMS='" + directory.resolve("mysql/bin") + "'")
                .doesNotContain("CLUSTERJ_JAR");
        assertThat(said.errors).hasLineCount(1).contains("start clusters of " + directory.resolve("mysql/bin"));
    }

    @Test
    void debianPackages_areFound() throws Exception {
        touch("a disk/usr/share/mysql-9.6/java/clusterj-9.6.1.jar");
        Path jar = touch("a disk/usr/share/mysql-9.10/java/clusterj-9.10.0.jar");
        touch("a disk/usr/share/mysql-9.10/java/clusterj-api-9.10.0.jar");
        touch("a disk/usr/lib/x86_64-linux-gnu/libndbclient.so.6.1.0");
        touch("a disk/usr/sbin/ndb_mgmd");
        touch("a disk/usr/sbin/ndbmtd");

        assertPackagesAreFound(jar, "a disk/usr/lib/x86_64-linux-gnu");
    }

    @Test
    void rpmPackages_areFound() throws Exception {
        Path jar = touch("a disk/usr/share/mysql-9.7/java/clusterj-9.7.2.jar");
        touch("a disk/usr/lib64/mysql/libndbclient.so.6.1.0");
        touch("a disk/usr/sbin/ndb_mgmd");
        touch("a disk/usr/sbin/ndbmtd");

        assertPackagesAreFound(jar, "a disk/usr/lib64/mysql");
    }

    private void assertPackagesAreFound(Path jar, String library) throws Exception {
        String[] wanted = {
            "export NDB_LIBRARY_PATH='" + directory.resolve(library) + "'",
            "export NDB_PROGRAMS='" + directory.resolve("a disk/usr/sbin") + "'"
        };
        assertThat(find(Map.of("NDB_PREFIX", directory.resolve("a disk/usr").toString())).out)
                .contains("export CLUSTERJ_JAR='" + jar + "'")
                .contains(wanted);
        assertThat(find(Map.of("CLUSTERJ_JAR", jar.toString())).out).contains(wanted);
    }

    @Test
    void withoutPrograms_theModuleIsBuiltAndItsTestsAreLeftOut() throws Exception {
        Path jar = touch("mysql/share/java/clusterj-9.7.2.jar");

        Said said = find(Map.of("CLUSTERJ_JAR", jar.toString()));

        assertThat(said.status).isZero();
        assertThat(said.errors)
                .hasLineCount(1)
                .contains("NDB's tests are left out")
                .contains("no ndb_mgmd");
        assertThat(find(Map.of("CLUSTERJ_JAR", jar.toString(), "NDB_CONNECTSTRING", "there:1186")).errors)
                .contains("use the cluster at there:1186");
    }

    @Test
    void jarThatIsNotThere_endsTheBuild() throws Exception {
        Said said = find(Map.of("CLUSTERJ_JAR", "/no/such.jar"));

        assertThat(said.out.strip()).isEqualTo("exit 1");
        assertThat(said.errors).contains("CLUSTERJ_JAR names no file: /no/such.jar");
    }

    @Test
    void installationThatIsNotThere_endsTheBuild() throws Exception {
        Said said = find(Map.of("NDB_PREFIX", "/no/such place"));

        assertThat(said.out.strip()).isEqualTo("exit 1");
        assertThat(said.errors).contains("NDB_PREFIX names no installation with ClusterJ: no /no/such place/share/");
    }

    private Path touch(String name) throws IOException {
        Path file = directory.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, "");
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /** The script's results: the variables that are to be exported, and the messages for the user who builds. */
    private record Said(int status, String out, String errors) {}

    private Said find(Map<String, String> environment) throws IOException, InterruptedException {
        Path out = directory.resolve("out");
        Path errors = directory.resolve("errors");
        ProcessBuilder builder = new ProcessBuilder(script.toString())
                .redirectOutput(out.toFile())
                .redirectError(errors.toFile());
        builder.environment()
                .keySet()
                .removeIf(
                        name -> name.startsWith("NDB_") || name.equals("CLUSTERJ_JAR") || name.startsWith("LAMBDAFS_"));
        builder.environment().putAll(environment);
        Process process = builder.start();
        assertThat(process.waitFor(BOUND_SECONDS, TimeUnit.SECONDS)).isTrue();
        return new Said(process.exitValue(), Files.readString(out), Files.readString(errors));
    }
}
