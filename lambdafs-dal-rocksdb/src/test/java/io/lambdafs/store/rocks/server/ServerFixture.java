package io.lambdafs.store.rocks.server;

import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.StoreConfig;
import io.lambdafs.store.StoreConfig.Bounds;
import io.lambdafs.store.Stores;
import io.lambdafs.store.rocks.engine.EngineLimits;
import io.lambdafs.store.rocks.net.Certificates;
import io.lambdafs.testkit.store.contract.StoreFixture;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** A server over a directory of its own, which several users open through its socket. */
final class ServerFixture implements StoreFixture {
    static final String SECRET = "a secret that is long enough";
    static final String DATANODE_SECRET = "the secret of the DataNodes";

    private final Path directory;
    private final StoreServer server;
    private final Optional<Certificates> certificates;

    private ServerFixture(Path directory, StoreServer server, Optional<Certificates> certificates) {
        this.directory = directory;
        this.server = server;
        this.certificates = certificates;
    }

    static ServerFixture overUnixSocket(EngineLimits limits) {
        return start(limits, directory -> "unix:" + directory.resolve("socket"), directory -> Optional.empty());
    }

    static ServerFixture overTcp(EngineLimits limits) {
        return start(limits, directory -> "127.0.0.1:0", directory -> Optional.empty());
    }

    static ServerFixture overTls(EngineLimits limits) {
        return start(limits, directory -> "127.0.0.1:0", directory -> Optional.of(Certificates.in(directory)));
    }

    private static ServerFixture start(
            EngineLimits limits, Function<Path, String> address, Function<Path, Optional<Certificates>> certificates) {
        try {
            Path directory = Files.createTempDirectory("store-server-");
            Optional<Certificates> made = certificates.apply(directory);
            List<String> words = new ArrayList<>(List.of(arguments(directory, address.apply(directory))));
            made.ifPresent(files -> words.addAll(List.of(
                    "--certificate",
                    files.certificate().toString(),
                    "--key",
                    files.key().toString())));
            ServerArguments arguments = ServerArguments.parse(words.toArray(new String[0]));
            return new ServerFixture(directory, StoreServer.start(arguments, limits, System.err::println), made);
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

    /** Adds the secret of DataNodes to a command line. */
    static List<String> withDataNodes(Path directory, String[] arguments) throws IOException {
        Path secret = directory.resolve("datanode-secret");
        Files.createFile(secret, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(secret, DATANODE_SECRET);
        List<String> all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of("--datanode-secret-file", secret.toString()));
        return all;
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
        return certificates
                .map(files -> open(url(files), "", SECRET, bounds))
                .orElseGet(() -> open(address(), SECRET, bounds));
    }

    private String url(Certificates files) {
        return "rocks+tls://" + address() + "?authorities=" + files.authorities();
    }

    static MetadataStore open(String url, String user, String secret, Bounds bounds) {
        return Stores.open(new StoreConfig(url, user, secret, 1, bounds));
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
