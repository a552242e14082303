package io.lambdafs.store.rocks.server;

import static java.util.Objects.requireNonNull;

import io.lambdafs.store.rocks.keyvalue.RocksLimits;
import io.lambdafs.store.rocks.net.EngineAddress;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The command line of the program.
 *
 * @param dataDirectory where the store's files are
 * @param address where to listen
 * @param secretFile has what clients must know
 * @param dataNodeSecretFile has what DataNodes must know; empty if they have no role of their own
 * @param tls the certificate to show; empty to speak without TLS
 * @param limits how much memory RocksDB may take
 * @param metrics where Prometheus can ask; empty if it cannot
 */
record ServerArguments(
        Path dataDirectory,
        EngineAddress address,
        Path secretFile,
        Optional<Path> dataNodeSecretFile,
        Optional<TlsFiles> tls,
        RocksLimits limits,
        Optional<MetricsAddress> metrics) {
    static final String USAGE = """
            usage: StoreServerMain --data-dir DIRECTORY --listen unix:/ABSOLUTE/PATH|HOST:PORT --secret-file FILE
                                   [--datanode-secret-file FILE] [--certificate FILE --key FILE]
                                   [--block-cache-mb N] [--write-buffer-mb N] [--metrics HOST:PORT[,PORT…]]""";

    private static final String DATA_DIR = "--data-dir";
    private static final String LISTEN = "--listen";
    private static final String SECRET_FILE = "--secret-file";
    private static final String DATANODE_SECRET_FILE = "--datanode-secret-file";
    private static final String CERTIFICATE = "--certificate";
    private static final String KEY = "--key";
    private static final String BLOCK_CACHE = "--block-cache-mb";
    private static final String WRITE_BUFFER = "--write-buffer-mb";
    private static final String METRICS = "--metrics";
    private static final Set<String> OPTIONS = Set.of(
            DATA_DIR, LISTEN, SECRET_FILE, DATANODE_SECRET_FILE, CERTIFICATE, KEY, BLOCK_CACHE, WRITE_BUFFER, METRICS);
    private static final int MOST_MEGABYTES = 1 << 20;
    private static final int MEGABYTE_BITS = 20;

    /**
     * What an engine with TLS shows.
     *
     * @param certificate in PEM
     * @param key its private key, in PKCS #8 and PEM
     */
    record TlsFiles(Path certificate, Path key) {}

    ServerArguments {
        requireNonNull(dataDirectory, "dataDirectory");
        requireNonNull(address, "address");
        requireNonNull(secretFile, "secretFile");
        requireNonNull(dataNodeSecretFile, "dataNodeSecretFile");
        requireNonNull(tls, "tls");
        requireNonNull(limits, "limits");
        requireNonNull(metrics, "metrics");
    }

    /**
     * Reads the command line.
     *
     * @throws IllegalArgumentException with a sentence that says what is wrong
     */
    static ServerArguments parse(String[] arguments) {
        Map<String, String> values = values(arguments);
        RocksLimits usual = RocksLimits.defaults();
        return new ServerArguments(
                path(DATA_DIR, required(values, DATA_DIR)),
                EngineAddress.parse(required(values, LISTEN)),
                path(SECRET_FILE, required(values, SECRET_FILE)),
                Optional.ofNullable(values.get(DATANODE_SECRET_FILE)).map(file -> path(DATANODE_SECRET_FILE, file)),
                tls(values),
                RocksLimits.ofMemory(
                        bytes(values, BLOCK_CACHE, usual.blockCacheBytes()),
                        bytes(values, WRITE_BUFFER, usual.writeBufferBytes())),
                Optional.ofNullable(values.get(METRICS)).map(text -> MetricsAddress.parse(METRICS, text)));
    }

    private static Optional<TlsFiles> tls(Map<String, String> values) {
        if (values.containsKey(CERTIFICATE) != values.containsKey(KEY)) {
            throw new IllegalArgumentException(CERTIFICATE + " and " + KEY + " go together");
        }
        return values.containsKey(KEY)
                ? Optional.of(new TlsFiles(
                        path(CERTIFICATE, required(values, CERTIFICATE)), path(KEY, required(values, KEY))))
                : Optional.empty();
    }

    private static Map<String, String> values(String[] arguments) {
        Map<String, String> values = new HashMap<>();
        for (int i = 0; i < arguments.length; i += 2) {
            if (!OPTIONS.contains(arguments[i])) {
                throw new IllegalArgumentException("unknown option " + arguments[i]);
            }
            if (i + 1 == arguments.length) {
                throw new IllegalArgumentException(arguments[i] + " needs a value");
            }
            if (values.put(arguments[i], arguments[i + 1]) != null) {
                throw new IllegalArgumentException(arguments[i] + " is given twice");
            }
        }
        return values;
    }

    private static String required(Map<String, String> values, String option) {
        String value = values.get(option);
        if (value == null || value.isBlank()) {
            throw new IllegalArgumentException(option + " must be given");
        }
        return value;
    }

    private static Path path(String option, String text) {
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            throw new IllegalArgumentException(option + " must be a path: " + e.getMessage(), e);
        }
    }

    private static long bytes(Map<String, String> values, String option, long usual) {
        String text = values.get(option);
        return text == null ? usual : (long) megabytes(option, text) << MEGABYTE_BITS;
    }

    private static int megabytes(String option, String text) {
        try {
            int megabytes = Integer.parseInt(text);
            if (megabytes >= 1 && megabytes <= MOST_MEGABYTES) {
                return megabytes;
            }
        } catch (NumberFormatException e) {
            // Said below.
        }
        throw new IllegalArgumentException(option + " must be between 1 and " + MOST_MEGABYTES + ", not " + text);
    }
}
