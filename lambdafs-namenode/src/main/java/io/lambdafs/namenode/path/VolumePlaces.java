package io.lambdafs.namenode.path;

import io.lambdafs.fs.FsException;
import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.INodeId;
import io.lambdafs.store.Detail;
import io.lambdafs.store.DetailKey;
import io.lambdafs.store.DetailKind;
import io.lambdafs.store.Transaction;
import io.lambdafs.wire.ErrorCode;
import java.util.List;

/** The directories that are volumes, and refusals for their sake. */
public final class VolumePlaces {
    private VolumePlaces() {}

    /** Refuses to change what is in a volume, and to read the bytes of a file there: that is for functions. */
    public static void requireOutside(ResolvedPath at) {
        at.volumeAbove().ifPresent(volume -> {
            throw new FsException(
                    ErrorCode.UNSUPPORTED_OPERATION,
                    at.path() + " is in the volume " + volume
                            + ", where only names can be listed and removed this way. Use"
                            + " 'lambdafs volume get' and 'put', or a function ('lambdafs faas run --volume " + volume
                            + "').");
        });
    }

    /** Notes that a directory is a volume, with the row that says so. */
    public static void add(Transaction tx, INodeId directory) {
        tx.details().put(new Detail(new DetailKey(INodeId.NONE, DetailKind.VOLUME, directory.value()), new byte[0]));
    }

    /** Refuses a directory that is a volume or has one below it, for what cannot be done with volumes. */
    public static void requireNoneAtOrBelow(Transaction tx, ResolvedPath directory, String what) {
        for (INodeId volume : all(tx)) {
            PathClimb.from(tx, volume)
                    .filter(at -> at.chain().stream()
                            .anyMatch(
                                    inode -> inode.id().equals(directory.last().id())))
                    .ifPresent(at -> {
                        throw refusal(at.path(), what);
                    });
        }
    }

    /** The refusal of something that cannot be done with a volume. */
    public static FsException refusal(FsPath volume, String what) {
        return new FsException(ErrorCode.INVALID_ARGUMENT, volume + " is a volume of files for functions: " + what);
    }

    /* One whose directory was removed a moment ago may still be among them. */
    private static List<INodeId> all(Transaction tx) {
        return Detail.all(tx, INodeId.NONE, DetailKind.VOLUME).stream()
                .map(detail -> new INodeId(detail.key().label()))
                .toList();
    }
}
