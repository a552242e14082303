package io.lambdafs.faas.nio;

import io.lambdafs.faas.posix.Errno;
import io.lambdafs.faas.posix.PosixException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.function.Function;
import java.util.function.Supplier;

/** Translates the failures of calls into those that Java's own file system on Unix has. */
final class Failures {
    private Failures() {}

    static <T> T call(Path path, Supplier<T> call) throws IOException {
        try {
            return call.get();
        } catch (PosixException e) {
            throw translate(path, e);
        }
    }

    /** The same, with another failure for one error. */
    static <T> T call(Path path, Supplier<T> call, Errno errno, Function<String, ? extends IOException> failure)
            throws IOException {
        try {
            return call.get();
        } catch (PosixException e) {
            if (e.errno() != errno) {
                throw translate(path, e);
            }
            IOException special = failure.apply(path.toString());
            special.initCause(e);
            throw special;
        }
    }

    static void run(Path path, Runnable call) throws IOException {
        call(path, () -> {
            call.run();
            return true;
        });
    }

    private static IOException translate(Path path, PosixException e) {
        String file = path.toString();
        IOException failure = switch (e.errno()) {
            case ENOENT -> new NoSuchFileException(file);
            case EEXIST -> new FileAlreadyExistsException(file);
            case EACCES -> new AccessDeniedException(file);
            default -> new FileSystemException(file, null, e.getMessage());
        };
        failure.initCause(e);
        return failure;
    }
}
