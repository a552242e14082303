package io.lambdafs.history;

import io.lambdafs.coherence.ProtocolRules;
import io.lambdafs.runtime.FunctionMain;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;

/**
 * A function instance of one of two kinds: every other one that is started validates, and the others are told of changes. They are
 * counted in a file that a file on their class path names.
 */
final class EitherKindMain {
    static final String FILE = "lambdafs-either-kind";

    private EitherKindMain() {}

    public static void main(String[] args) throws IOException {
        Map<String, String> environment = new HashMap<>(System.getenv());
        environment.put("LAMBDAFS_MODE", count() % 2 == 0 ? "validate" : "lambdafs");
        FunctionMain.run(environment, ProtocolRules.ALL);
    }

    private static long count() throws IOException {
        try (InputStream name = EitherKindMain.class.getResourceAsStream("/" + FILE)) {
            if (name == null) {
                throw new IOException("no file to count in is named in " + FILE);
            }
            return count(Path.of(new String(name.readAllBytes(), StandardCharsets.UTF_8)));
        }
    }

    /* How many were started before. */
    private static long count(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(
                        file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
                FileLock lock = channel.lock()) {
            ByteBuffer number = ByteBuffer.allocate(Long.BYTES);
            channel.read(number, 0);
            long before = number.getLong(0);
            channel.write(ByteBuffer.allocate(Long.BYTES).putLong(0, before + 1), 0);
            return lock.isValid() ? before : 0;
        }
    }
}
