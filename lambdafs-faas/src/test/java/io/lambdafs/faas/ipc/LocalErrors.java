package io.lambdafs.faas.ipc;

import io.lambdafs.faas.posix.Errno;
import io.lambdafs.faas.posix.PosixException;
import java.io.IOException;
import java.nio.channels.NonReadableChannelException;
import java.nio.channels.NonWritableChannelException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.Map;

/** What Java says of a local file, in POSIX's words. */
final class LocalErrors {
    private static final Map<Class<?>, Errno> KNOWN = Map.of(
            NoSuchFileException.class, Errno.ENOENT,
            FileAlreadyExistsException.class, Errno.EEXIST,
            DirectoryNotEmptyException.class, Errno.ENOTEMPTY,
            NotDirectoryException.class, Errno.ENOTDIR);

    private LocalErrors() {}

    interface Work<T> {
        T run() throws IOException;
    }

    static PosixException failure(Errno errno) {
        return new PosixException(errno, "a local file");
    }

    static <T> T translate(Work<T> work) {
        try {
            return work.run();
        } catch (NonReadableChannelException | NonWritableChannelException e) {
            throw failure(Errno.EBADF);
        } catch (IOException e) {
            Errno known = KNOWN.get(e.getClass());
            throw failure(known == null ? byText(String.valueOf(e.getMessage())) : known);
        }
    }

    private static Errno byText(String message) {
        for (Errno errno : Errno.values()) {
            if (message.contains(errno.text())) {
                return errno;
            }
        }
        return Errno.EIO;
    }
}
