package io.lambdafs.chart;

import io.lambdafs.system.Await;
import io.lambdafs.testkit.FreePort;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** Kubernetes' own API server over its own etcd, on the loopback interface, without anything that would run a pod. */
final class KubeApiServer implements AutoCloseable {
    private static final Duration BOUND = Duration.ofSeconds(90);
    private static final Duration CALL = Duration.ofSeconds(30);
    private static final String LOOPBACK = "127.0.0.1";
    private static final int KEY_BITS = 2048;

    /** Where the objects of a kind are. */
    private static final Map<String, String> PLACES = Map.of(
            "apps/v1 Deployment", "/apis/apps/v1/namespaces/%s/deployments/",
            "apps/v1 StatefulSet", "/apis/apps/v1/namespaces/%s/statefulsets/",
            "autoscaling/v2 HorizontalPodAutoscaler", "/apis/autoscaling/v2/namespaces/%s/horizontalpodautoscalers/",
            "batch/v1 Job", "/apis/batch/v1/namespaces/%s/jobs/",
            "networking.k8s.io/v1 NetworkPolicy", "/apis/networking.k8s.io/v1/namespaces/%s/networkpolicies/",
            "policy/v1 PodDisruptionBudget", "/apis/policy/v1/namespaces/%s/poddisruptionbudgets/",
            "v1 ConfigMap", "/api/v1/namespaces/%s/configmaps/",
            "v1 Secret", "/api/v1/namespaces/%s/secrets/",
            "v1 Service", "/api/v1/namespaces/%s/services/");

    private final Path work;
    private final URI uri;
    private final String token;
    private final List<Process> processes = new ArrayList<>();
    private HttpClient http = HttpClient.newHttpClient();

    /** What the server says to a manifest: a status of HTTP, its words, and its warnings. */
    record Verdict(int status, String text, List<String> warnings) {
        Verdict {
            warnings = List.copyOf(warnings);
        }

        boolean isAccepted() {
            return (status == 200 || status == 201) && warnings.isEmpty();
        }
    }

    private KubeApiServer(Path work, int port) {
        this.work = work;
        uri = URI.create("https://" + LOOPBACK + ":" + port);
        byte[] random = new byte[32];
        new SecureRandom().nextBytes(random);
        token = HexFormat.of().formatHex(random);
    }

    /**
     * Starts both, and makes the chart's namespace, which warns of pods that are not restricted.
     *
     * @param program {@code kube-apiserver}, with {@code etcd} beside it
     */
    static KubeApiServer start(Path program, Path work) throws Exception {
        int port = FreePort.pick();
        KubeApiServer server = new KubeApiServer(work, port);
        try {
            server.startBoth(program, port);
            return server;
        } catch (Exception e) {
            server.close();
            throw e;
        }
    }

    private void startBoth(Path program, int port) throws Exception {
        String etcd = "http://" + LOOPBACK + ":" + FreePort.pick();
        String peers = "http://" + LOOPBACK + ":" + FreePort.pick();
        run(
                program.resolveSibling("etcd"),
                "--data-dir=" + work.resolve("etcd"),
                "--listen-client-urls=" + etcd,
                "--advertise-client-urls=" + etcd,
                "--listen-peer-urls=" + peers,
                "--initial-advertise-peer-urls=" + peers,
                "--initial-cluster=default=" + peers,
                "--unsafe-no-fsync",
                "--log-level=error");
        Path key = work.resolve("service-account.pem");
        Files.writeString(key, newKey());
        Path tokens = Files.writeString(work.resolve("tokens.csv"), token + ",admin,admin,system:masters\n");
        Path certificates = work.resolve("certificates");
        run(
                program,
                "--etcd-servers=" + etcd,
                "--bind-address=" + LOOPBACK,
                "--secure-port=" + port,
                "--cert-dir=" + certificates,
                "--token-auth-file=" + tokens,
                "--authorization-mode=RBAC",
                "--service-account-issuer=" + uri,
                "--service-account-key-file=" + key,
                "--service-account-signing-key-file=" + key,
                "--service-cluster-ip-range=10.0.0.0/24",
                "--endpoint-reconciler-type=none",
                "--v=0");
        Path certificate = certificates.resolve("apiserver.crt");
        Await.until("the API server has its certificate", BOUND, () -> alive() && Files.isRegularFile(certificate));
        http = trusting(certificate);
        Await.until("the API server is ready", BOUND, () -> alive() && isReady());
        Verdict made = patch(
                "/api/v1/namespaces/" + HelmChart.NAMESPACE + "?fieldManager=test", """
                apiVersion: v1
                kind: Namespace
                metadata:
                  name: %s
                  labels:
                    pod-security.kubernetes.io/warn: restricted
                    pod-security.kubernetes.io/enforce: restricted
                """.formatted(HelmChart.NAMESPACE));
        if (!made.isAccepted()) {
            throw new IOException("the namespace was not made: " + made);
        }
    }

    private void run(Path program, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(program.toString()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .directory(work.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log(program).toFile())
                .start();
        process.getOutputStream().close();
        processes.add(process);
    }

    private Path log(Path program) {
        return work.resolve(program.getFileName() + ".log");
    }

    private boolean alive() throws IOException {
        for (Process process : processes) {
            if (!process.isAlive()) {
                try (Stream<Path> logs = Files.list(work)) {
                    StringBuilder said = new StringBuilder();
                    for (Path log : logs.filter(file -> file.toString().endsWith(".log"))
                            .toList()) {
                        said.append(Files.readString(log));
                    }
                    throw new IOException("a server has ended: " + said);
                }
            }
        }
        return true;
    }

    private boolean isReady() throws InterruptedException {
        try {
            return http.send(request("/readyz").build(), BodyHandlers.ofString())
                            .statusCode()
                    == 200;
        } catch (IOException notYet) {
            return false;
        }
    }

    /** Says whether it would take this object, by server-side apply with a dry run; fields that it does not know are refused. */
    Verdict judge(String kind, String name, String manifest) throws IOException, InterruptedException {
        String place = PLACES.get(kind);
        if (place == null) {
            throw new IOException("it is not known where objects of this kind are: " + kind);
        }
        return patch(
                place.formatted(HelmChart.NAMESPACE) + name + "?dryRun=All&fieldManager=test&fieldValidation=Strict",
                manifest);
    }

    private Verdict patch(String path, String manifest) throws IOException, InterruptedException {
        HttpResponse<String> answer = http.send(
                request(path)
                        .header("Content-Type", "application/apply-patch+yaml")
                        .method("PATCH", BodyPublishers.ofString(manifest))
                        .build(),
                BodyHandlers.ofString());
        return new Verdict(answer.statusCode(), answer.body(), answer.headers().allValues("Warning"));
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(uri.resolve(path)).timeout(CALL).header("Authorization", "Bearer " + token);
    }

    private static String newKey() throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(KEY_BITS);
        String text = Base64.getMimeEncoder(64, new byte[] {'\n'})
                .encodeToString(generator.generateKeyPair().getPrivate().getEncoded());
        return "-----BEGIN PRIVATE KEY-----\n" + text + "\n-----END PRIVATE KEY-----\n";
    }

    /* The server makes itself a certificate, and an authority that it puts behind it. */
    private static HttpClient trusting(Path certificate) throws IOException, GeneralSecurityException {
        KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
        trusted.load(null, null);
        try (InputStream in = new ByteArrayInputStream(Files.readAllBytes(certificate))) {
            for (Certificate each : CertificateFactory.getInstance("X.509").generateCertificates(in)) {
                trusted.setCertificateEntry("certificate" + trusted.size(), each);
            }
        }
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        SSLContext context = SSLContext.getInstance("TLSv1.3");
        context.init(null, trust.getTrustManagers(), new SecureRandom());
        return HttpClient.newBuilder().sslContext(context).build();
    }

    @Override
    public void close() {
        // The one that uses the other ends first.
        for (int i = processes.size() - 1; i >= 0; i--) {
            processes.get(i).destroyForcibly();
            try {
                processes.get(i).waitFor(BOUND.toSeconds(), TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
