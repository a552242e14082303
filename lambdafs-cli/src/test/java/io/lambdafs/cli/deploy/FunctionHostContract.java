package io.lambdafs.cli.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.lambdafs.cli.deploy.DeployException.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What deploying does on every platform, and what it says when the platform does not do its part. */
abstract class FunctionHostContract<E extends Emulator> {
    static final String PASSWORD = "the-stores-password";
    static final String ZOOKEEPER = "the-secret-for-zookeeper";
    static final Duration PAUSE = Duration.ofMillis(5);
    static final PlatformPatience PATIENCE = new PlatformPatience(Duration.ofSeconds(20), PAUSE);
    private static final Map<String, String> SETTINGS = Map.of(
            "LAMBDAFS_STORE_URL", "jdbc:postgresql://store:5432/lambdafs",
            "LAMBDAFS_ZOOKEEPER", "zookeeper:2181",
            "LAMBDAFS_SUPERUSER", "hdfs");

    private final List<String> said = new ArrayList<>();
    private E emulator;

    @TempDir
    private Path directory;

    /** The platform. */
    abstract E emulate() throws IOException;

    /** The way to it. */
    abstract FunctionHost host(E platform, RestClient rest);

    /** How many invocations at once an instance of it takes. */
    int concurrency() {
        return 16;
    }

    @BeforeEach
    void start() throws IOException {
        emulator = emulate();
    }

    @AfterEach
    void stop() {
        emulator.close();
    }

    E emulator() {
        return emulator;
    }

    /** A file with a secret. */
    Map<String, DeploymentSecretFile> secrets() {
        return Map.of(FunctionSpec.STORE_PASSWORD, secret(PASSWORD), FunctionSpec.ZOOKEEPER_SECRET, secret(ZOOKEEPER));
    }

    DeploymentSecretFile secret(String text) {
        try {
            return new DeploymentSecretFile(
                    Files.writeString(directory.resolve("secret-" + text.hashCode()), text + "\n"), "--secret-file");
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    static RestClient rest(Duration patience) {
        return new RestClient(
                RestClient.sender().build(), Duration.ofSeconds(10), new PlatformPatience(patience, PAUSE));
    }

    FunctionHost host() {
        return host(emulator, rest(Duration.ofSeconds(10)));
    }

    FunctionSpec spec(int deployments, int memoryMb) {
        return new FunctionSpec(
                deployments, "registry.example/namenode:1", 0, 4, concurrency(), memoryMb, new TreeMap<>(SETTINGS));
    }

    private void deploy(FunctionSpec spec) {
        said.clear();
        new Deployment(host(), said::add).deploy(spec, true);
    }

    private DeployException refused(FunctionHost host, FunctionSpec spec) {
        DeployException refused =
                catchThrowableOfType(DeployException.class, () -> new Deployment(host, said::add).deploy(spec, true));
        assertThat(refused).isNotNull();
        return refused;
    }

    @Test
    void functions_areCreated_andTheSecondRunChangesNothing() {
        deploy(spec(3, 256));
        assertThat(said).filteredOn(line -> line.endsWith("created")).hasSize(3);
        assertThat(emulator.writes()).isNotEmpty();

        deploy(spec(3, 256));
        assertThat(emulator.writes()).isEmpty();
        assertThat(said).last().asString().startsWith("Unchanged: ").contains("3 functions");
    }

    @Test
    void otherSizeAndImage_updateEachFunction() {
        deploy(spec(2, 256));
        deploy(spec(2, 512));
        assertThat(said).filteredOn(line -> line.endsWith("updated")).hasSize(2);
        FunctionSpec other =
                new FunctionSpec(2, "registry.example/namenode:2", 0, 0, concurrency(), 512, new TreeMap<>(SETTINGS));
        deploy(other);
        assertThat(said).filteredOn(line -> line.endsWith("updated")).hasSize(2);
        deploy(other);
        assertThat(said).last().asString().startsWith("Unchanged: ");
    }

    @Test
    void functionThatIsMissing_isNamedByACheck_andMadeAgain() {
        deploy(spec(3, 256));
        assertThat(host().remove(1)).isTrue();
        DeployException missing =
                catchThrowableOfType(DeployException.class, () -> new Deployment(host(), said::add).check(3));
        assertThat(missing.kind()).isEqualTo(Kind.NOT_FOUND);
        assertThat(missing).hasMessageContaining(host().function(1)).hasMessageContaining("--check");

        deploy(spec(3, 256));
        assertThat(said).filteredOn(line -> line.endsWith("created")).hasSize(1);
        said.clear();
        new Deployment(host(), said::add).check(3);
        assertThat(said).filteredOn(line -> line.contains("answers, in ")).hasSize(3);
    }

    @Test
    void numberThatTheStoreDoesNotRecord_isRefused_andNothingIsChanged() {
        deploy(spec(2, 256));
        assertThat(emulator.writes()).isNotEmpty();
        DeployException refused = refused(host(), spec(3, 512));
        assertThat(refused.kind()).isEqualTo(Kind.OTHER_NUMBER);
        assertThat(refused)
                .hasMessageContaining("the store records 2 functions, and not 3")
                .hasMessageContaining("--deployments 2");
        assertThat(emulator.writes()).isEmpty();
    }

    @Test
    void numberThatTheStoreDoesNotRecord_isNoticedByTheFirstFunction_whichIsRemovedAgain() {
        emulator.function.recorded = 5;
        assertThat(refused(host(), spec(3, 256)).kind()).isEqualTo(Kind.OTHER_NUMBER);
        assertThat(host().present()).isEmpty();
    }

    @Test
    void functionsThatAreTooMany_areRemoved_onceTheStoreRecordsFewer() {
        deploy(spec(3, 256));
        emulator.function.recorded = 2;
        deploy(spec(2, 256));
        assertThat(host().present()).containsExactly(0, 1);
        assertThat(said).filteredOn(line -> line.endsWith("removed")).hasSize(1);
    }

    @Test
    void functionsOfAnotherStore_areLeftAlone() {
        deploy(spec(2, 256));
        assertThat(emulator.writes()).isNotEmpty();
        Map<String, String> other = new TreeMap<>(SETTINGS);
        other.put("LAMBDAFS_STORE_URL", "jdbc:postgresql://other:5432/lambdafs");
        DeployException refused = refused(
                host(),
                new FunctionSpec(2, "registry.example/namenode:1", 0, 4, concurrency(), 256, new TreeMap<>(other)));
        assertThat(refused.kind()).isEqualTo(Kind.OTHER_STORE);
        assertThat(refused)
                .hasMessageContaining("jdbc:postgresql://store:5432/lambdafs")
                .hasMessageContaining("--remove");
        assertThat(emulator.writes()).isEmpty();
    }

    @Test
    void functionsOfAnotherVersion_areNamed() {
        emulator.function.earlier = true;
        DeployException refused = refused(host(), spec(2, 256));
        assertThat(refused.kind()).isEqualTo(Kind.OTHER_VERSION);
        assertThat(refused).hasMessageContaining("lambdafs image");
    }

    @Test
    void wrongProof_isSaid_withWhatToDo() {
        emulator.refuseAccess();
        DeployException refused = refused(host(), spec(2, 256));
        assertThat(refused.kind()).isEqualTo(Kind.CREDENTIALS);
        assertThat(refused).hasMessageContaining(emulator.url()).hasMessageMatching("(?s).*(give|log in|need).*");
    }

    @Test
    void refusalsForNow_brokenAnswersAndFailures_areTriedAgain() {
        emulator.failNext(429, "0");
        emulator.failNext(503, "");
        emulator.failNext(-1, "");
        emulator.failNext(502, "");
        deploy(spec(2, 256));
        assertThat(said).filteredOn(line -> line.endsWith("created")).hasSize(2);
    }

    @Test
    void refusalsWithoutEnd_areSaid() {
        FunctionHost impatient = host(emulator, rest(Duration.ZERO));
        emulator.failNext(429, "3");
        assertThat(refused(impatient, spec(1, 256)).kind()).isEqualTo(Kind.THROTTLED);
        emulator.failNext(503, "");
        assertThat(refused(impatient, spec(1, 256)).kind()).isEqualTo(Kind.UNAVAILABLE);
        emulator.failNext(500, "");
        assertThat(refused(host(), spec(1, 256)).kind()).isEqualTo(Kind.UNAVAILABLE);
        emulator.failNext(-1, "");
        assertThat(refused(impatient, spec(1, 256)).kind()).isEqualTo(Kind.UNAVAILABLE);
        emulator.failNext(-2, "");
        assertThat(refused(impatient, spec(1, 256)).kind()).isEqualTo(Kind.GARBLED);
        emulator.failNext(307, "");
        assertThat(refused(impatient, spec(1, 256)).kind()).isEqualTo(Kind.REFUSED);
        emulator.failNext(403, "");
        assertThat(refused(impatient, spec(1, 256)).kind()).isEqualTo(Kind.CREDENTIALS);
    }

    @Test
    void platformThatIsNotThere_isSaid() {
        FunctionHost nowhere = host(emulator, rest(Duration.ZERO));
        emulator.close();
        DeployException refused = refused(nowhere, spec(1, 256));
        assertThat(refused.kind()).isEqualTo(Kind.UNAVAILABLE);
        assertThat(refused).hasMessageContaining("check the address");
    }

    @Test
    void functions_areRemoved_andAgainWithoutEffect() {
        deploy(spec(3, 256));
        said.clear();
        new Deployment(host(), said::add).remove();
        assertThat(said).last().asString().startsWith("Removed 3 functions");
        assertThat(host().present()).isEmpty();
        new Deployment(host(), said::add).remove();
        assertThat(said).last().asString().startsWith("There is no function");
        assertThat(host().remove(0)).isFalse();
    }

    @Test
    void whatWouldBeSent_isShownWithoutSecrets_andNotSent() {
        String shown = String.join("\n", host().requests(spec(2, 256), 1));
        assertThat(shown)
                .contains("namenode1")
                .contains("registry.example/namenode:1")
                .contains("zookeeper:2181")
                .doesNotContain(PASSWORD)
                .doesNotContain(ZOOKEEPER)
                .doesNotContain("the-secret-of-the-functions");
        assertThat(emulator.writes()).isEmpty();
        assertThat(host().present()).isEmpty();
    }
}
