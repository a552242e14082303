package io.lambdafs.cli.deploy.kubernetes;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/**
 * The way to an API server.
 *
 * @param server its address, without a slash at its end
 * @param tls the certificates that are trusted, and the client's own certificate if it has one; empty for what this
 *     Java trusts
 * @param token what each request shows; asked for each request, because it may be renewed
 * @param namespace the namespace that is meant unless another one is named
 */
public record KubernetesAccess(String server, Optional<SSLContext> tls, Token token, String namespace) {
    private static final Path SERVICE_ACCOUNT = Path.of("/var/run/secrets/kubernetes.io/serviceaccount");
    private static final String HOST = "KUBERNETES_SERVICE_HOST";
    private static final String PORT = "KUBERNETES_SERVICE_PORT";

    /** Shows a token. */
    @FunctionalInterface
    public interface Token {
        /** None. */
        Token NONE = Optional::empty;

        /** The token as it is now; empty if a certificate or a proxy authenticates this client. */
        Optional<String> get() throws KubernetesAccessException;
    }

    /** An address that needs no proof, as that of {@code kubectl proxy}. */
    public static KubernetesAccess open(String server) {
        return new KubernetesAccess(server, Optional.empty(), Token.NONE, "default");
    }

    /** Whether this process runs in a pod that has a service account. */
    public static boolean isInPod(Map<String, String> environment) {
        return environment.containsKey(HOST) && Files.isReadable(SERVICE_ACCOUNT.resolve("token"));
    }

    /**
     * The way from a pod, by its service account.
     *
     * @throws KubernetesAccessException if the pod has none
     */
    public static KubernetesAccess ofPod(Map<String, String> environment) throws KubernetesAccessException {
        return ofPod(environment, SERVICE_ACCOUNT);
    }

    static KubernetesAccess ofPod(Map<String, String> environment, Path account) throws KubernetesAccessException {
        String host = environment.getOrDefault(HOST, "");
        String address = host.contains(":") ? "[" + host + "]" : host;
        Path namespace = account.resolve("namespace");
        try {
            return new KubernetesAccess(
                    "https://" + address + ":" + environment.getOrDefault(PORT, "443"),
                    Optional.of(PemIdentity.trusting(Files.readString(account.resolve("ca.crt")))),
                    fileToken(account.resolve("token")),
                    Files.exists(namespace) ? Files.readString(namespace).strip() : "default");
        } catch (IOException e) {
            throw new KubernetesAccessException(
                    "this pod has no service account in " + account + " (" + e
                            + "): set automountServiceAccountToken, or give --kubeconfig",
                    e);
        }
    }

    /** The token in a file, which somebody else renews. */
    static Token fileToken(Path file) {
        return () -> {
            try {
                return Optional.of(Files.readString(file).strip());
            } catch (IOException e) {
                throw new KubernetesAccessException("cannot read the token in " + file + ": " + e, e);
            }
        };
    }
}
