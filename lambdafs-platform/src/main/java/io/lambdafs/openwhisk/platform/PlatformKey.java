package io.lambdafs.openwhisk.platform;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.UUID;
import java.util.regex.Pattern;

/** The key of one platform, {@code uuid:key}, in a file that only its owner can read. */
public final class PlatformKey {
    /** The key of the guest namespace in OpenWhisk's sources. Everybody knows it, so no platform here accepts it. */
    public static final String PUBLISHED = "23bc46b1-71f6-4ed5-8c54-816aa4f8c502:"
            + "123zO3xZCLrMN6v2BKK1dXYFpXlPkccOFqm12CdAsMgRUhLEWmB3ExYOlTXXzzgb";

    private static final Pattern FORM = Pattern.compile("[^:\\s]{8,128}:[^\\s]{32,256}");
    private static final int SECRET_BYTES = 32;
    private static final String OWNER_ONLY = "rw-------";

    private PlatformKey() {}

    /**
     * The key in the file; if there is no such file, a new random key, which is in the file when this returns.
     *
     * @throws IOException if the file cannot be read or made, or holds something else than a key
     */
    public static String adopt(Path file) throws IOException {
        if (!Files.exists(file)) {
            create(file);
        }
        return read(file);
    }

    /**
     * The key in an existing file.
     *
     * @throws IOException if the file cannot be read, or holds something else than a key
     */
    public static String read(Path file) throws IOException {
        // Somebody may have opened it up by hand, or copied it without its mode.
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(OWNER_ONLY));
        String key = Files.readString(file).strip();
        if (!FORM.matcher(key).matches() || key.equals(PUBLISHED)) {
            throw new IOException(file + " holds no key of the form uuid:key that only its owner knows; delete it, and"
                    + " the next start makes a new one");
        }
        return key;
    }

    private static void create(Path file) throws IOException {
        Path directory = file.toAbsolutePath().getParent();
        // A temporary file is its owner's only from the beginning.
        Path fresh = Files.createTempFile(directory, file.getFileName() + ".", ".new");
        try {
            Files.write(fresh, (random() + "\n").getBytes(StandardCharsets.UTF_8));
            Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(fresh);
        }
    }

    private static String random() {
        byte[] secret = new byte[SECRET_BYTES];
        new SecureRandom().nextBytes(secret);
        return UUID.randomUUID() + ":" + HexFormat.of().formatHex(secret);
    }
}
