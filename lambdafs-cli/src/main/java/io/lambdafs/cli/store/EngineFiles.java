package io.lambdafs.cli.store;

import io.lambdafs.cli.secret.EngineSecret;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * Where a stack's embedded engine has its files, and where it listens.
 *
 * @param data the stack's data directory, an absolute path
 * @param port the port on the loopback interface that it listens at where a socket's path would be too long
 */
public record EngineFiles(Path data, int port) {
    /** What Linux allows is 107 bytes, what macOS allows is 103. */
    private static final int LONGEST_SOCKET_PATH = 103;

    /** The directory that has the metadata. */
    public Path directory() {
        return data.resolve(OwnStore.ROCKS.directory());
    }

    /** The secret that its clients show. */
    public EngineSecret secret() {
        return new EngineSecret(secretFile());
    }

    /** The file that holds the secret. */
    public Path secretFile() {
        return data.resolve("conf").resolve("store.secret");
    }

    /** Whether it listens at a Unix domain socket, which only this machine's processes can reach. */
    public boolean hasSocket() {
        return socket().toString().getBytes(StandardCharsets.UTF_8).length <= LONGEST_SOCKET_PATH;
    }

    private Path socket() {
        return data.resolve("run").resolve("store.sock");
    }

    /** The value of the engine's option {@code --listen}. */
    public String listen() {
        return hasSocket() ? "unix:" + socket() : "127.0.0.1:" + port;
    }

    /** The URL of the store. */
    public String url() {
        return hasSocket() ? "rocks+unix:" + socket() : "rocks://127.0.0.1:" + port;
    }
}
