package io.lambdafs.cli.store;

import io.lambdafs.cli.certificate.Role;
import io.lambdafs.cli.certificate.SecurityDirectory;
import io.lambdafs.cli.network.BindAddress;
import io.lambdafs.cli.secret.SharedSecret;
import io.lambdafs.cli.security.EngineUrl;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Where a stack's embedded engine has its files, and where it listens.
 *
 * @param data the stack's data directory, an absolute path
 * @param address where others than this machine's programs have to reach it; {@link BindAddress#LOOPBACK} if nobody has to
 * @param port the port that it listens at there, or on the loopback interface where a socket's path would be too long
 */
public record EngineFiles(Path data, BindAddress address, int port) {
    /** What Linux allows is 107 bytes, what macOS allows is 103. */
    private static final int LONGEST_SOCKET_PATH = 103;

    /** The role of a DataNode. */
    private static final String DATANODE = "datanode";

    /** Those of an engine that only this machine's programs have to reach. */
    public EngineFiles(Path data, int port) {
        this(data, BindAddress.LOOPBACK, port);
    }

    /** The directory that has the metadata. */
    public Path directory() {
        return data.resolve(OwnStore.ROCKS.directory());
    }

    /** The secret that its clients show. */
    public SharedSecret secret() {
        return new SharedSecret(secretFile());
    }

    /** The file that holds the secret. */
    public Path secretFile() {
        return data.resolve("conf").resolve("store.secret");
    }

    /** Whether it listens at a Unix domain socket, which only this machine's processes can reach. */
    public boolean hasSocket() {
        return address.equals(BindAddress.LOOPBACK)
                && socket().toString().getBytes(StandardCharsets.UTF_8).length <= LONGEST_SOCKET_PATH;
    }

    private Path socket() {
        return data.resolve("run").resolve("store.sock");
    }

    /** The value of the engine's option {@code --listen}. */
    public String listen() {
        return hasSocket() ? "unix:" + socket() : address + ":" + port;
    }

    /** Where the metrics of an engine are that says this of where it serves; empty if it never ran, or has none. */
    public static Optional<URI> metrics(String said) {
        String[] addresses = said.split(" ", -1);
        return addresses.length > 1 ? Optional.of(URI.create(addresses[1])) : Optional.empty();
    }

    /** The file that holds what DataNodes show in secure mode, for which the engine lets them report and nothing else. */
    public Path dataNodeSecretFile() {
        return data.resolve("conf").resolve("datanode.secret");
    }

    /** The engine's options for its address and for the clients that it lets in. */
    public List<String> entranceArguments() {
        return List.of("--listen", listen(), "--secret-file", secretFile().toString());
    }

    /**
     * What of the engine's options a stack in secure mode has besides: DataNodes have a role of their own, and what comes over TCP is
     * encrypted.
     */
    public List<String> secureArguments(SecurityDirectory certificates) {
        List<String> arguments = new ArrayList<>(
                List.of("--datanode-secret-file", dataNodeSecretFile().toString()));
        if (!hasSocket()) {
            arguments.addAll(List.of(
                    "--certificate",
                    certificates.certificate(Role.ENGINE).toString(),
                    "--key",
                    certificates.key(Role.ENGINE).toString()));
        }
        return arguments;
    }

    /**
     * The variables by which DataNodes of a stack in secure mode reach it, besides the URL. Makes the secret if there is none.
     *
     * @throws IOException if the secret cannot be made or read
     */
    public Map<String, String> dataNodeEnvironment() throws IOException {
        return Map.of(
                "LAMBDAFS_STORE_USER",
                DATANODE,
                "LAMBDAFS_STORE_PASSWORD",
                new SharedSecret(dataNodeSecretFile()).adopt(),
                "LAMBDAFS_STORE_ROLE",
                DATANODE);
    }

    /** The URL of the store of a stack in secure mode. */
    public String secureUrl(SecurityDirectory certificates) {
        return EngineUrl.encrypted(url(), certificates.authorities());
    }

    /** The URL of the store. */
    public String url() {
        return hasSocket() ? "rocks+unix:" + socket() : "rocks://" + address + ":" + port;
    }
}
