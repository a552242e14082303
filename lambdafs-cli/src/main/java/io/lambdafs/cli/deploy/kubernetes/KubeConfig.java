package io.lambdafs.cli.deploy.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/** A kubeconfig: the file in which kubectl keeps clusters, users, and which of them belong together. */
public final class KubeConfig {
    private final Path file;
    private final JsonNode content;

    private KubeConfig(Path file, JsonNode content) {
        this.file = file;
        this.content = content;
    }

    /**
     * Reads a file.
     *
     * @throws KubernetesAccessException if it cannot be read, or is no kubeconfig
     */
    public static KubeConfig read(Path file) throws KubernetesAccessException {
        try (InputStream in = Files.newInputStream(file)) {
            Object yaml =
                    new Load(LoadSettings.builder().setLabel(file.toString()).build()).loadFromInputStream(in);
            return new KubeConfig(file, new ObjectMapper().valueToTree(yaml));
        } catch (IOException | YamlEngineException e) {
            throw new KubernetesAccessException(
                    "cannot read the kubeconfig " + file + " (" + e.getMessage()
                            + "): give another one with --kubeconfig, or run 'kubectl proxy' and give --url"
                            + " http://127.0.0.1:8001",
                    e);
        }
    }

    /**
     * The way to the cluster of a context.
     *
     * @param context its name; empty for the current one
     * @throws KubernetesAccessException if something is missing, or of a kind that this program cannot do
     */
    public KubernetesAccess access(String context) throws KubernetesAccessException {
        String name = context.isEmpty() ? content.path("current-context").asText() : context;
        JsonNode both = named("contexts", name).path("context");
        JsonNode cluster = named("clusters", both.path("cluster").asText()).path("cluster");
        JsonNode user = named("users", both.path("user").asText()).path("user");
        String server = cluster.path("server").asText();
        if (!server.startsWith("https://") && !server.startsWith("http://")) {
            throw unusable("the cluster of context " + name + " has no server");
        }
        if (cluster.path("insecure-skip-tls-verify").asBoolean()) {
            throw unusable("insecure-skip-tls-verify is set, and this program shows no credentials to a server that it"
                    + " cannot verify");
        }
        return new KubernetesAccess(
                server.endsWith("/") ? server.substring(0, server.length() - 1) : server,
                tls(cluster, user),
                token(user),
                both.path("namespace").asText("default"));
    }

    private JsonNode named(String list, String name) throws KubernetesAccessException {
        for (JsonNode each : content.path(list)) {
            if (!name.isEmpty() && each.path("name").asText().equals(name)) {
                return each;
            }
        }
        throw unusable(
                name.isEmpty() ? "it says no name among its " + list : "it has no " + name + " among its " + list);
    }

    private Optional<SSLContext> tls(JsonNode cluster, JsonNode user) throws KubernetesAccessException {
        Optional<String> authority = text(cluster, "certificate-authority");
        Optional<String> certificate = text(user, "client-certificate");
        Optional<String> key = text(user, "client-key");
        if (certificate.isPresent() != key.isPresent()) {
            throw unusable("its user has only one of client-certificate and client-key");
        }
        if (authority.isEmpty()) {
            if (certificate.isPresent()) {
                throw unusable(
                        "a cluster without certificate-authority together with a client-certificate is not supported");
            }
            return Optional.empty();
        }
        return Optional.of(
                certificate.isPresent() && key.isPresent()
                        ? PemIdentity.showing(authority.get(), certificate.get(), key.get())
                        : PemIdentity.trusting(authority.get()));
    }

    private KubernetesAccess.Token token(JsonNode user) throws KubernetesAccessException {
        if (user.path("tokenFile").isTextual()) {
            return KubernetesAccess.fileToken(resolve(user.path("tokenFile").asText()));
        }
        if (user.path("token").isTextual()) {
            Optional<String> token = Optional.of(user.path("token").asText());
            return () -> token;
        }
        if (user.path("exec").isObject()) {
            return ExecToken.of(user.path("exec"), directory());
        }
        if (user.path("client-certificate").isTextual()
                || user.path("client-certificate-data").isTextual()) {
            return KubernetesAccess.Token.NONE;
        }
        throw unusable("its user has neither a token, tokenFile or exec nor a client-certificate");
    }

    /** A PEM that is in the file itself, or in one that it names. */
    private Optional<String> text(JsonNode of, String field) throws KubernetesAccessException {
        try {
            if (of.path(field + "-data").isTextual()) {
                byte[] bytes =
                        Base64.getMimeDecoder().decode(of.path(field + "-data").asText());
                return Optional.of(new String(bytes, StandardCharsets.UTF_8));
            }
            return of.path(field).isTextual()
                    ? Optional.of(Files.readString(resolve(of.path(field).asText())))
                    : Optional.empty();
        } catch (IOException | IllegalArgumentException e) {
            throw new KubernetesAccessException(
                    "the kubeconfig " + file + " has a " + field + " that cannot be read: " + e, e);
        }
    }

    private Path directory() {
        Path parent = file.toAbsolutePath().getParent();
        return parent == null ? Path.of("/") : parent;
    }

    private Path resolve(String name) {
        return directory().resolve(name);
    }

    private KubernetesAccessException unusable(String why) {
        return new KubernetesAccessException("the kubeconfig " + file + " cannot be used: " + why
                + ". Give another one with --kubeconfig or --context, or run 'kubectl proxy' and give --url"
                + " http://127.0.0.1:8001");
    }
}
