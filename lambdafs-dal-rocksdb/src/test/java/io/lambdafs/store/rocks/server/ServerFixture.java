package io.lambdafs.store.rocks.server;

import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.StoreConfig;
import io.lambdafs.store.StoreConfig.Bounds;
import io.lambdafs.store.Stores;
import io.lambdafs.store.rocks.engine.EngineLimits;
import io.lambdafs.testkit.store.contract.StoreFixture;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.function.Function;
import java.util.stream.Stream;

/** A server over a directory of its own, which several users open through its socket. */
final class ServerFixture implements StoreFixture {
    static final String SECRET = "a secret that is long enough";

    private final Path directory;
    private final StoreServer server;

    private ServerFixture(Path directory, StoreServer server) {
        this.directory = directory;
        this.server = server;
    }

    static ServerFixture overUnixSocket(EngineLimits limits) {
        return start(limits, directory -> "unix:" + directory.resolve("socket"));
    }

    static ServerFixture overTcp(EngineLimits limits) {
        return start(limits, directory -> "127.0.0.1:0");
    }

    private static ServerFixture start(EngineLimits limits, Function<Path, String> address) {
        try {
            Path directory = Files.createTempDirectory("store-server-");
            ServerArguments arguments = ServerArguments.parse(arguments(directory, address.apply(directory)));
            return new ServerFixture(directory, StoreServer.start(arguments, limits, System.err::println));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The command line of a server whose files are in a directory, with a secret. */
    static String[] arguments(Path directory, String address) throws IOException {
        Path secret = directory.resolve("secret");
        if (!Files.exists(secret)) {
            Files.createFile(
                    secret, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            Files.writeString(secret, SECRET + "\n");
        }
        return new String[] {
            "--data-dir", directory.resolve("data").toString(), "--listen", address, "--secret-file", secret.toString()
        };
    }

    /** Opens a store through an address as a server prints it. */
    static MetadataStore open(String address, String secret, Bounds bounds) {
        String url = address.startsWith("unix:") ? "rocks+" + address : "rocks://" + address;
        return Stores.open(new StoreConfig(url, "", secret, 1, bounds));
    }

    String address() {
        return server.address().toString();
    }

    @Override
    public MetadataStore open(Bounds bounds) {
        return open(address(), SECRET, bounds);
    }

    @Override
    public void close() {
        server.close();
        try (Stream<Path> files = Files.walk(directory)) {
            files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
