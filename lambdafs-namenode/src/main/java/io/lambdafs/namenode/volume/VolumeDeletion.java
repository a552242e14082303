package io.lambdafs.namenode.volume;

import static java.util.Objects.requireNonNull;

import io.lambdafs.faas.posix.At;
import io.lambdafs.faas.posix.Credentials;
import io.lambdafs.faas.posix.DirectoryEntry;
import io.lambdafs.faas.posix.Errno;
import io.lambdafs.faas.posix.FileType;
import io.lambdafs.faas.posix.OpenFlags;
import io.lambdafs.faas.posix.PosixException;
import io.lambdafs.faas.posix.VolumeFiles;
import io.lambdafs.faas.transaction.OpenVolume;
import io.lambdafs.faas.transaction.TransactionException;
import io.lambdafs.faas.transaction.TransactionLimits;
import io.lambdafs.fs.FsException;
import io.lambdafs.fs.INode;
import io.lambdafs.fs.Name;
import io.lambdafs.store.Transaction;
import io.lambdafs.store.volume.ByteString;
import io.lambdafs.store.volume.CacheUpdate;
import io.lambdafs.store.volume.VolumeId;
import io.lambdafs.store.volume.VolumeInfo;
import io.lambdafs.store.volume.VolumeStore;
import io.lambdafs.wire.ErrorCode;
import java.io.ByteArrayOutputStream;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/**
 * The removal of something in a volume, as one transaction of the volume: functions see all of it or nothing. It is no part of the
 * namespace's transaction, so a request that is submitted again after a failure may find its work done and say that nothing was there.
 */
public final class VolumeDeletion {
    private static final String IN_PARTS = "; remove it in parts";
    private static final ByteString DOT = ByteString.of(".");
    private static final ByteString DOT_DOT = ByteString.of("..");

    /** How often it begins anew at most, when functions were faster. Then the client does. */
    private static final int ATTEMPTS = 5;

    /** How many files and directories it removes at most below the one that is named: so many take some seconds. */
    static final int MOST_BELOW = 10_000;

    private final VolumeFiles files;
    private int below;

    private VolumeDeletion(VolumeFiles files) {
        this.files = requireNonNull(files, "files");
    }

    /**
     * Removes what is at a place in a volume.
     *
     * @param directory the volume
     * @param place the names that lead there from the volume's root
     * @param recursive whether a directory may have something
     * @param millis the time, in milliseconds since the epoch
     * @return whether anything was there
     */
    public static boolean delete(Transaction tx, INode directory, List<Name> place, boolean recursive, long millis) {
        VolumeId id = VolumeId.ofDirectory(directory.id());
        Optional<VolumeStore> volumes = tx.volumes();
        Optional<VolumeInfo> info = volumes.flatMap(store -> store.find(id));
        if (info.isEmpty()) {
            return false;
        }
        VolumeFiles files = new VolumeFiles(
                new OpenVolume(volumes.get(), info.get(), CacheUpdate.LAZY, TransactionLimits.defaults()),
                Credentials.ROOT,
                "",
                InstantSource.fixed(Instant.ofEpochMilli(millis)));
        return new VolumeDeletion(files).delete(path(place), recursive);
    }

    private static ByteString path(List<Name> place) {
        ByteArrayOutputStream path = new ByteArrayOutputStream();
        for (Name name : place) {
            path.write('/');
            path.writeBytes(name.bytes());
        }
        return ByteString.owning(path.toByteArray());
    }

    private boolean delete(ByteString path, boolean recursive) {
        try {
            for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
                files.begin();
                below = 0;
                remove(new At(At.ROOT, path), recursive);
                if (files.commit() instanceof VolumeFiles.End.Committed) {
                    return true;
                }
            }
            throw new FsException(ErrorCode.CONFLICT, path.text() + " is changed all the time by functions");
        } catch (PosixException e) {
            if (e.errno() == Errno.ENOENT) {
                return false;
            }
            ErrorCode code = e.errno() == Errno.ENOTEMPTY ? ErrorCode.PATH_IS_NOT_EMPTY_DIRECTORY : ErrorCode.IO_ERROR;
            throw new FsException(code, path.text() + " in the volume: " + e.getMessage(), e);
        } catch (TransactionException e) {
            throw refusal(e);
        } finally {
            files.rollBack();
        }
    }

    private void remove(At at, boolean recursive) {
        if (files.stat(at, false).type() != FileType.DIRECTORY) {
            files.unlink(at);
            return;
        }
        if (recursive) {
            empty(at);
        }
        files.rmdir(at);
    }

    private void empty(At at) {
        long directory = files.open(at, OpenFlags.RDONLY | OpenFlags.DIRECTORY, 0);
        List<DirectoryEntry> entries = files.list(directory, 0, Integer.MAX_VALUE).stream()
                .filter(entry -> !entry.name().equals(DOT) && !entry.name().equals(DOT_DOT))
                .toList();
        below += entries.size();
        if (below > MOST_BELOW) {
            throw new FsException(
                    ErrorCode.TOO_LARGE,
                    "More than " + MOST_BELOW + " files and directories of a volume are not removed at once"
                            + IN_PARTS);
        }
        entries.forEach(entry -> remove(new At(directory, entry.name()), true));
        files.release(directory);
    }

    private static FsException refusal(TransactionException e) {
        ErrorCode code = switch (e.reason()) {
            case TOO_LARGE -> ErrorCode.TOO_LARGE;
            case UNAVAILABLE -> ErrorCode.STORE_UNAVAILABLE;
            case EXPIRED -> ErrorCode.CONFLICT;
            case FULL, NO_VOLUME -> ErrorCode.IO_ERROR;
        };
        String what = e.reason() == TransactionException.Reason.TOO_LARGE ? IN_PARTS : "";
        return new FsException(code, e.getMessage() + what, e);
    }
}
