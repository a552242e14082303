package io.lambdafs.faas.action;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The standard output of a guest's processes: a file, to which they append. What they have written when they answer is in it, which
 * nobody could say of a pipe.
 */
record GuestOutput(Path file) {
    /** Makes the file, in a directory of the guest's own. */
    static GuestOutput in(Path directory) throws IOException {
        return new GuestOutput(Files.createFile(directory.resolve("stdout")));
    }

    void discard() throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(0);
        }
    }

    void printTo(OutputStream out) throws IOException {
        if (Files.size(file) == 0) {
            return;
        }
        try (InputStream in = Files.newInputStream(file)) {
            in.transferTo(out);
        }
        out.flush();
    }
}
