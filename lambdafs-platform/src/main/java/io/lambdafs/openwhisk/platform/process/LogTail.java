package io.lambdafs.openwhisk.platform.process;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Reads one growing log file activation by activation: up to the next sentinel. Not thread-safe. */
final class LogTail {
    private static final String SENTINEL = "XXX_THE_END_OF_A_WHISK_ACTIVATION_XXX\n";
    private static final int CHUNK_BYTES = 64 * 1024;

    private final Path file;
    private long position;
    private String pending = "";

    LogTail(Path file) {
        this.file = file;
    }

    /** Whether the next sentinel has arrived. */
    boolean isComplete(int maxBytes) throws IOException {
        while (!pending.contains(SENTINEL)) {
            String more = read();
            if (more.isEmpty()) {
                return false;
            }
            pending = shorten(pending + more, maxBytes);
        }
        return true;
    }

    /** Leaves out what is over the limit, but neither the fact that it is nor the sentinel or its beginning. */
    private static String shorten(String text, int maxBytes) {
        int end = text.indexOf(SENTINEL);
        int tail = end < 0 ? text.length() - SENTINEL.length() : end;
        return tail <= maxBytes + 1 ? text : text.substring(0, maxBytes + 1) + text.substring(tail);
    }

    /** The lines before the next sentinel, or all there are if it has not arrived. */
    List<String> take() {
        int end = pending.indexOf(SENTINEL);
        String text = end < 0 ? pending : pending.substring(0, end);
        pending = end < 0 ? "" : pending.substring(end + SENTINEL.length());
        return new ArrayList<>(text.lines().toList());
    }

    private String read() throws IOException {
        try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
            if (in.length() < position) {
                // The file was cut because it had grown too large.
                position = 0;
            }
            in.seek(position);
            byte[] chunk = new byte[CHUNK_BYTES];
            int count = Math.max(0, in.read(chunk));
            position += count;
            return new String(chunk, 0, count, StandardCharsets.UTF_8);
        }
    }
}
