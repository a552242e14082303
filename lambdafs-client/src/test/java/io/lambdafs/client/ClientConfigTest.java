package io.lambdafs.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lambdafs.client.sharing.StackSharing;
import io.lambdafs.wire.trace.TracingProvider;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

final class ClientConfigTest {
    @TempDir
    Path directory;

    private final Configuration hadoop = new Configuration(false);
    private final Map<String, String> environment = new HashMap<>();

    @Test
    void defaults() {
        ClientConfig config = new ClientConfig(Map.of());

        assertThat(config.openWhiskUrl()).isEqualTo("http://127.0.0.1:3233");
        assertThat(config.authorization()).isNull();
        assertThat(config.number(ClientKey.DEPLOYMENTS)).isZero();
        assertThat(config.duration(ClientKey.TOTAL_TIMEOUT)).hasSeconds(60);
        assertThat(config.probability(ClientKey.HTTP_REPLACEMENT_PROBABILITY)).isEqualTo(0.005);
        assertThat(config.flag(ClientKey.TCP_ENABLED)).isTrue();
        assertThat(config).isEqualTo(new ClientConfig(Map.of(ClientKey.TCP_ENABLED, "true")));
    }

    @Test
    void sources_areHadoopThenEnvironmentThenFile() throws IOException {
        Path file = directory.resolve("client.properties");
        Files.writeString(
                file,
                "lambdafs.client.openwhisk.auth=file\nlambdafs.client.host=file\nlambdafs.client.deployments=1\n");
        hadoop.set("lambdafs.client.properties-file", file.toString());
        hadoop.set("lambdafs.client.deployments", "3");
        environment.put("LAMBDAFS_CLIENT_DEPLOYMENTS", "2");
        environment.put("LAMBDAFS_CLIENT_HOST", "environment");

        ClientConfig config = load();

        assertThat(config.number(ClientKey.DEPLOYMENTS)).isEqualTo(3);
        assertThat(config.text(ClientKey.HOST)).isEqualTo("environment");
        assertThat(config.text(ClientKey.OPENWHISK_AUTH)).isEqualTo("file");
    }

    @Test
    void defaultFile_isWhereHomeSays() throws IOException {
        Path file = Files.createDirectory(directory.resolve(".lambdafs")).resolve("client.properties");
        Files.writeString(file, "lambdafs.client.deployments=7\n");
        environment.put("HOME", directory.toString());

        assertThat(load().number(ClientKey.DEPLOYMENTS)).isEqualTo(7);
    }

    @Test
    void defaultFile_isNotMixedWithAnAddressFromElsewhere() throws IOException {
        Path file = Files.createDirectory(directory.resolve(".lambdafs")).resolve("client.properties");
        Files.writeString(file, "lambdafs.client.openwhisk.url=http://one:1\nlambdafs.client.deployments=7\n");
        ClientConfigSources sources = new ClientConfigSources(hadoop, environment, directory.toString());

        assertThat(sources.load().number(ClientKey.DEPLOYMENTS)).isEqualTo(7);

        hadoop.set("lambdafs.client.openwhisk.url", "http://other:2");
        assertThat(sources.load().number(ClientKey.DEPLOYMENTS)).isEqualTo(0);
    }

    @Test
    void unknownKeys_areRefused() throws IOException {
        hadoop.set("lambdafs.client.deploymentz", "3");
        assertThatThrownBy(this::load).hasMessageContaining("lambdafs.client.deploymentz");

        Configuration other = new Configuration(false);
        Path file = directory.resolve("client.properties");
        Files.writeString(file, "lambdafs.client.hots=x");
        other.set("lambdafs.client.properties-file", file.toString());
        assertThatThrownBy(() -> new ClientConfigSources(other, environment).load())
                .hasMessageContaining("lambdafs.client.hots");
    }

    @Test
    void namedFileThatIsMissing_isAnError() {
        hadoop.set(
                "lambdafs.client.properties-file", directory.resolve("absent").toString());

        assertThatThrownBy(this::load).isInstanceOf(IOException.class).hasMessageContaining("does not exist");
    }

    @Test
    void spin_isBoundedAndMayBeNone() {
        assertThat(new ClientConfig(Map.of(ClientKey.TCP_SPIN, "0")).spinLimit())
                .isZero();
        assertThatThrownBy(() -> new ClientConfig(Map.of(ClientKey.TCP_SPIN, "10001")))
                .hasMessageContaining("lambdafs.client.tcp.spin-micros = 10001: must be at most 10000");
    }

    @Test
    void keepWarm_ofZero_isAllowed() throws IOException {
        ClientConfig config = new ClientConfig(
                Map.of(ClientKey.HTTP_KEEP_WARM, "0", ClientKey.TCP_ENABLED, "false", ClientKey.DEPLOYMENTS, "1"));
        new Cluster(config, StackSharing.withinJvm(), new SystemEnvironment(), new ClientMetrics()).close();
    }

    @Test
    void valuesThatCannotBe_areRefusedWithTheirKey() {
        assertRefused(ClientKey.OPENWHISK_URL, "ftp://x");
        assertRefused(ClientKey.OPENWHISK_URL, "not a url");
        assertRefused(ClientKey.DEPLOYMENTS, "-1");
        assertRefused(ClientKey.DEPLOYMENTS, "many");
        assertRefused(ClientKey.TOTAL_TIMEOUT, "0");
        assertRefused(ClientKey.TOTAL_TIMEOUT, "600001");
        assertRefused(ClientKey.HTTP_KEEP_WARM, "-1");
        assertRefused(ClientKey.TCP_ENABLED, "yes");
        assertRefused(ClientKey.HTTP_REPLACEMENT_PROBABILITY, "1.5");
        assertRefused(ClientKey.TCP_MAX_IN_FLIGHT, "0");
        assertRefused(ClientKey.TCP_MAX_CLIENTS, "-1");
        assertRefused(ClientKey.SHARING, "everybody");
        assertRefused(ClientKey.ANTI_THRASHING, "sometimes");
        assertRefused(ClientKey.ANTI_THRASHING_FACTOR, "1");
        assertRefused(ClientKey.ANTI_THRASHING_FACTOR, "-3");
        assertRefused(ClientKey.ANTI_THRASHING_FACTOR, "NaN");
        assertRefused(ClientKey.ANTI_THRASHING_WINDOW, "999");
        assertRefused(ClientKey.ANTI_THRASHING_WINDOW, "3600001");
        assertRefused(ClientKey.STRAGGLERS, "maybe");
        assertRefused(ClientKey.STRAGGLER_FACTOR, "1");
        assertRefused(ClientKey.STRAGGLER_FACTOR, "NaN");
        assertRefused(ClientKey.STRAGGLER_FACTOR, "1001");
        assertRefused(ClientKey.STRAGGLER_FACTOR, "ten");
        assertRefused(ClientKey.STRAGGLER_MIN, "0");
        assertRefused(ClientKey.STRAGGLER_WINDOW, "9");
        assertRefused(ClientKey.STRAGGLER_WINDOW, "100001");
        assertRefused(ClientKey.STRAGGLER_SHARE, "1.01");
    }

    /** Of a key that takes any text, only its use can show that the text is nonsense. */
    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {
                "OPENWHISK_AUTH",
                "TRUSTSTORE",
                "FUNCTION_URL",
                "FUNCTION_SECRET",
                "FUNCTION_SECRET_FILE",
                "SERVICE_KEY_FILE",
                "LAMBDA_FUNCTION",
                "LAMBDA_REGION",
                "LAMBDA_ENDPOINT",
                "HOST",
                "TCP_BIND_ADDRESS",
                "TCP_ADVERTISED_ADDRESS",
                "TCP_TLS",
                "SHARING_DIRECTORY",
                "SUBTREE_DIRECTORY",
                "TRACING_ENDPOINT",
                "TRACING_RATIO",
                "TRACING_SERVICE",
                "PROPERTIES_FILE"
            })
    void nonsense_isRefusedForEveryKey(ClientKey key) {
        for (String nonsense : new String[] {"nonsense", "-1", "", "1e99", "99999999999999999999"}) {
            assertRefused(key, nonsense);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "LAMBDA_FUNCTION, namenode",
        "LAMBDA_FUNCTION, arn:aws:lambda:eu-central-1:1:function:{function}",
        "LAMBDA_REGION, Central Europe",
        "LAMBDA_ENDPOINT, ftp://lambda.example.org",
        "LAMBDA_ENDPOINT, not a url"
    })
    void nonsense_isRefusedForLambdasKeys_whereTheFunctionsAreOnLambda(ClientKey key, String nonsense) {
        Map<ClientKey, String> values =
                new HashMap<>(Map.of(ClientKey.PLATFORM, "lambda", ClientKey.LAMBDA_REGION, "eu-central-1"));
        assertThat(new ClientConfig(values).lambda().region()).isEqualTo("eu-central-1");
        values.put(key, nonsense);

        assertThatThrownBy(() -> new ClientConfig(values))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(key.key());
    }

    @Test
    void tracing_isAsOpenTelemetrysVariablesHaveIt_unlessTheSettingsSayMore() {
        Map<String, String> said = new ClientConfig(
                        Map.of(ClientKey.TRACING_ENDPOINT, "http://127.0.0.1:4318", ClientKey.TRACING_RATIO, "0.25"))
                .tracing();

        assertThat(said)
                .containsEntry("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:4318")
                .containsEntry("OTEL_TRACES_SAMPLER", "parentbased_traceidratio")
                .containsEntry("OTEL_TRACES_SAMPLER_ARG", "0.25");
        assertThat(TracingProvider.isWanted(said)).isTrue();
        assertThat(TracingProvider.isWanted(new ClientConfig(Map.of(ClientKey.TRACING_ENDPOINT, "none")).tracing()))
                .isFalse();
        assertRefused(ClientKey.TRACING_RATIO, "2");
        assertRefused(ClientKey.TRACING_RATIO, "nonsense");
        assertRefused(ClientKey.TRACING_ENDPOINT, "nonsense");
        assertRefused(ClientKey.TRACING_ENDPOINT, "127.0.0.1:4318");
    }

    @Test
    void connectionsOfFunctions_areEncryptedInSecureMode_unlessTheSettingsSayOtherwise() {
        assertThat(new ClientConfig(Map.of()).encryptsTcp()).isFalse();
        assertThat(new ClientConfig(Map.of(ClientKey.SECURE, "true")).encryptsTcp())
                .isTrue();
        assertThat(new ClientConfig(Map.of(ClientKey.SECURE, "true", ClientKey.TCP_TLS, "false")).encryptsTcp())
                .isFalse();
        assertThat(new ClientConfig(Map.of(ClientKey.TCP_TLS, "true")).encryptsTcp())
                .isTrue();
        assertRefused(ClientKey.TCP_TLS, "nonsense");
    }

    @Test
    void truststore_forAnAddressThatIsNotEncrypted_isRefused() {
        Map<ClientKey, String> values = new HashMap<>(Map.of(ClientKey.TRUSTSTORE, "ca.crt"));
        assertThatThrownBy(() -> new ClientConfig(values))
                .hasMessageContainingAll(ClientKey.TRUSTSTORE.key(), ClientKey.OPENWHISK_URL.key(), "https://");
        values.put(ClientKey.OPENWHISK_URL, "https://nn1.example.org:3233");
        assertThat(new ClientConfig(values).openWhiskUrl()).startsWith("https");
    }

    @Test
    void everyKey_isInTheDocument() throws IOException {
        String document = Files.readString(Path.of("..", "docs", "client.md"));
        for (ClientKey key : ClientKey.values()) {
            String value = key.defaultValue().isEmpty() ? "(empty)" : "`" + key.defaultValue() + "`";
            assertThat(document).contains("| `" + key.key() + "` | " + value + " | " + key.meaning() + " |");
        }
    }

    private static void assertRefused(ClientKey key, String value) {
        assertThatThrownBy(() -> new ClientConfig(Map.of(key, value)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(key.key());
    }

    private ClientConfig load() throws IOException {
        return new ClientConfigSources(hadoop, environment).load();
    }
}
