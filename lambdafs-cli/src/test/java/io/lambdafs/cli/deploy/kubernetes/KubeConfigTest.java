package io.lambdafs.cli.deploy.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ways to an API server: by tokens, programs and certificates. */
final class KubeConfigTest {
    private static final String PASSWORD = "changeit";

    @TempDir
    private Path directory;

    private KubernetesAccess access(String cluster, String user) throws Exception {
        return KubeConfig.read(Files.writeString(directory.resolve("config"), """
                        apiVersion: v1
                        kind: Config
                        current-context: here
                        contexts:
                          - {name: here, context: {cluster: c, user: u, namespace: files}}
                        clusters:
                          - {name: c, cluster: %s}
                        users:
                          - {name: u, user: %s}
                        """.formatted(cluster, user)))
                .access("");
    }

    @Test
    void token_isInTheFile_orInOneThatItNames_andReadAgain() throws Exception {
        KubernetesAccess own = access("{server: 'https://api:6443/'}", "{token: abc}");
        assertThat(own.server()).isEqualTo("https://api:6443");
        assertThat(own.namespace()).isEqualTo("files");
        assertThat(own.token().get()).contains("abc");

        Files.writeString(directory.resolve("token"), "first\n");
        KubernetesAccess file = access("{server: 'https://api'}", "{tokenFile: token}");
        assertThat(file.token().get()).contains("first");
        Files.writeString(directory.resolve("token"), "second\n");
        assertThat(file.token().get()).contains("second");
        Files.delete(directory.resolve("token"));
        assertThatThrownBy(() -> file.token().get()).isInstanceOf(KubernetesAccessException.class);
    }

    @Test
    void token_isPrintedByAProgram() throws Exception {
        Path program = directory.resolve("login");
        Files.writeString(program, """
                #!/bin/sh
                echo "$KUBERNETES_EXEC_INFO" | grep -q ExecCredential || exit 1
                echo "{\\"status\\":{\\"token\\":\\"$1-$CLOUD\\"}}"
                """);
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
        assertThat(access(
                                "{server: 'https://api'}",
                                "{exec: {command: ./login, args: [get], env: [{name: CLOUD, value: blue}]}}")
                        .token()
                        .get())
                .contains("get-blue");
        KubernetesAccess failing = access("{server: 'https://api'}", "{exec: {command: /bin/false}}");
        assertThatThrownBy(() -> failing.token().get())
                .isInstanceOf(KubernetesAccessException.class)
                .hasMessageContaining("/bin/false");
        KubernetesAccess missing = access("{server: 'https://api'}", "{exec: {command: ./none}}");
        assertThatThrownBy(() -> missing.token().get())
                .isInstanceOf(KubernetesAccessException.class)
                .hasMessageContaining("kubectl proxy");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}|{token: a}",
                "{server: 'https://api', insecure-skip-tls-verify: true}|{token: a}",
                "{server: 'https://api'}|{}",
                "{server: 'https://api'}|{client-certificate-data: YQ==}",
                "{server: 'https://api', certificate-authority: none.crt}|{token: a}",
                "{server: 'https://api', certificate-authority-data: YQ==}|{token: a}",
            })
    void whatCannotBeUsed_isSaid(String both) {
        String[] parts = both.split("\\|");
        assertThatThrownBy(() -> access(parts[0], parts[1]))
                .isInstanceOf(KubernetesAccessException.class)
                .hasMessageMatching("(?s).*(kubeconfig|kubectl).*");
    }

    @Test
    void certificates_areShownToAServer_whoseCertificateIsOfTheAuthority() throws Exception {
        Path store = keyStore();
        KeyStore keys = KeyStore.getInstance(store.toFile(), PASSWORD.toCharArray());
        byte[] pkcs8 = keys.getKey("server", PASSWORD.toCharArray()).getEncoded();
        String certificate = pem("CERTIFICATE", keys.getCertificate("server").getEncoded());
        // What is behind the 26 bytes of the algorithm is the key in the form of PKCS #1.
        byte[] pkcs1 = Arrays.copyOfRange(pkcs8, 26, pkcs8.length);
        HttpsServer server = server(keys);
        try {
            String cluster = "{server: 'https://127.0.0.1:"
                    + server.getAddress().getPort() + "', certificate-authority-data: " + base64(certificate) + "}";
            for (String key : List.of(pem("PRIVATE KEY", pkcs8), pem("RSA PRIVATE KEY", pkcs1))) {
                KubernetesAccess access = access(
                        cluster,
                        "{client-certificate-data: " + base64(certificate) + ", client-key-data: " + base64(key) + "}");
                assertThat(access.token().get()).isEmpty();
                assertThat(ask(access)).isEqualTo("CN=localhost");
            }
            assertThatThrownBy(() -> ask(access(cluster, "{token: a}"))).isInstanceOf(IOException.class);
        } finally {
            server.stop(0);
        }
        requireServiceAccount(certificate);
    }

    /* A pod has a certificate of the authority, too. */
    private void requireServiceAccount(String certificate) throws Exception {
        Files.writeString(directory.resolve("ca.crt"), certificate);
        Files.writeString(directory.resolve("token"), "of-the-pod");
        Files.writeString(directory.resolve("namespace"), "files\n");
        KubernetesAccess access = KubernetesAccess.ofPod(
                Map.of("KUBERNETES_SERVICE_HOST", "fd00::1", "KUBERNETES_SERVICE_PORT", "6443"), directory);
        assertThat(access.server()).isEqualTo("https://[fd00::1]:6443");
        assertThat(access.token().get()).contains("of-the-pod");
        assertThat(access.namespace()).isEqualTo("files");
    }

    @Test
    void podWithoutServiceAccount_isTold() {
        assertThatThrownBy(() -> KubernetesAccess.ofPod(Map.of(), directory.resolve("none")))
                .isInstanceOf(KubernetesAccessException.class)
                .hasMessageContaining("automountServiceAccountToken");
    }

    private Path keyStore() throws Exception {
        Path store = directory.resolve("keys.p12");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        "server",
                        "-keyalg",
                        "RSA",
                        "-keysize",
                        "2048",
                        "-validity",
                        "2",
                        "-dname",
                        "CN=localhost",
                        "-ext",
                        "SAN=IP:127.0.0.1",
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        store.toString(),
                        "-storepass",
                        PASSWORD)
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("keytool.out").toFile())
                .start();
        assertThat(keytool.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(keytool.exitValue()).isZero();
        return store;
    }

    private static HttpsServer server(KeyStore keys) throws Exception {
        KeyManagerFactory own = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        own.init(keys, PASSWORD.toCharArray());
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("client", keys.getCertificate("server"));
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(own.getKeyManagers(), trust.getTrustManagers(), null);
        HttpsServer server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(context) {
            @Override
            public void configure(HttpsParameters parameters) {
                SSLParameters needing = context.getDefaultSSLParameters();
                needing.setNeedClientAuth(true);
                parameters.setSSLParameters(needing);
            }
        });
        server.createContext("/", exchange -> {
            X509Certificate shown = (X509Certificate) ((com.sun.net.httpserver.HttpsExchange) exchange)
                    .getSSLSession()
                    .getPeerCertificates()[0];
            byte[] name = shown.getSubjectX500Principal().getName().getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, name.length);
            exchange.getResponseBody().write(name);
            exchange.close();
        });
        server.start();
        return server;
    }

    private static String ask(KubernetesAccess access) throws IOException, InterruptedException {
        return HttpClient.newBuilder()
                .sslContext(access.tls().orElseThrow())
                .build()
                .send(HttpRequest.newBuilder(URI.create(access.server() + "/")).build(), BodyHandlers.ofString())
                .body();
    }

    private static String pem(String what, byte[] der) {
        return "-----BEGIN " + what + "-----\n" + Base64.getMimeEncoder().encodeToString(der) + "\n-----END " + what
                + "-----\n";
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }
}
