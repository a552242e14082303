package io.lambdafs.system;

import io.lambdafs.forgetful.ForgetfulStoreProvider;
import io.lambdafs.store.StoreConfig;
import io.lambdafs.store.StoreProvider;
import io.lambdafs.store.sql.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * A whole system over a store that loses the answer to every fifth commit and, once it is told to forget, knows no outcome of
 * a request any more. Its program is a copy of this checkout's, with that store on its class path.
 */
public final class ForgetfulStack implements AutoCloseable {
    private final EmbeddedPostgres server;
    private final Path forgets;
    private final Stack stack;

    private ForgetfulStack(EmbeddedPostgres server, Path forgets, Stack stack) {
        this.server = server;
        this.forgets = forgets;
        this.stack = stack;
    }

    /** Starts one, with everything in this directory; it does not forget yet. */
    public static ForgetfulStack start(Path directory, int deployments, String... moreOptions)
            throws IOException, URISyntaxException {
        EmbeddedPostgres server = EmbeddedPostgres.at(directory.resolve("postgres"));
        server.start(0);
        Path forgets = directory.resolve("forgets");
        CopiedDistribution copy = CopiedDistribution.into(directory.resolve("home"));
        Path jar = jar(directory.resolve("forgetful.jar"));
        copy.append("function", jar);
        copy.append("datanode", jar);
        StoreConfig store = server.storeConfig(1);
        List<String> options = new ArrayList<>(List.of(
                "--store", ForgetfulStoreProvider.url(forgets.toFile(), store.url()), "--store-user", store.user()));
        options.addAll(List.of(moreOptions));
        Stack stack = Stack.unstarted(deployments, 1, options.toArray(String[]::new))
                .with(new Stack.Launcher(
                        List.of(copy.command().toString()), Map.of("LAMBDAFS_STORE_PASSWORD", store.password())));
        ForgetfulStack started = new ForgetfulStack(server, forgets, stack);
        stack.startAgain();
        return started;
    }

    public Stack stack() {
        return stack;
    }

    /** From now on nothing that was carried out is remembered. */
    public void forget() throws IOException {
        Files.createFile(forgets);
    }

    @Override
    public void close() throws IOException {
        try {
            stack.close();
        } finally {
            server.stop();
        }
    }

    /** A jar with the forgetful store, and the file by which it is found. */
    private static Path jar(Path jar) throws IOException, URISyntaxException {
        URI classes = ForgetfulStoreProvider.class.getResource(".").toURI();
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(jar));
                DirectoryStream<Path> files = Files.newDirectoryStream(Path.of(classes), "*.class")) {
            String folder = ForgetfulStoreProvider.class.getPackageName().replace('.', '/');
            for (Path file : files) {
                put(zip, folder + "/" + file.getFileName(), Files.readAllBytes(file));
            }
            put(
                    zip,
                    "META-INF/services/" + StoreProvider.class.getName(),
                    ForgetfulStoreProvider.class.getName().getBytes(StandardCharsets.UTF_8));
        }
        return jar;
    }

    private static void put(ZipOutputStream zip, String name, byte[] content) throws IOException {
        zip.putNextEntry(new ZipEntry(name));
        zip.write(content);
        zip.closeEntry();
    }
}
