package io.lambdafs.storage;

import static io.lambdafs.storage.StorageType.ARCHIVE;
import static io.lambdafs.storage.StorageType.DISK;
import static io.lambdafs.storage.StorageType.NVDIMM;
import static io.lambdafs.storage.StorageType.PROVIDED;
import static io.lambdafs.storage.StorageType.RAM_DISK;
import static io.lambdafs.storage.StorageType.SSD;

import io.lambdafs.fs.Features;
import io.lambdafs.fs.FsException;
import io.lambdafs.fs.INode;
import io.lambdafs.wire.ErrorCode;
import java.util.List;
import java.util.Optional;

/** The policies that there are: those of HDFS 3.5. */
public final class StoragePolicies {
    /** Replicas on disks: what applies where no policy was set. */
    public static final StoragePolicy HOT =
            new StoragePolicy(7, "HOT", List.of(DISK), List.of(), List.of(ARCHIVE), false);

    /** Replicas go through memory to disks. */
    public static final StoragePolicy LAZY_PERSIST =
            new StoragePolicy(15, "LAZY_PERSIST", List.of(RAM_DISK, DISK), List.of(DISK), List.of(DISK), true);

    private static final List<StoragePolicy> ALL = List.of(
            new StoragePolicy(
                    1, "PROVIDED", List.of(PROVIDED, DISK), List.of(PROVIDED, DISK), List.of(PROVIDED, DISK), false),
            new StoragePolicy(2, "COLD", List.of(ARCHIVE), List.of(), List.of(), false),
            new StoragePolicy(5, "WARM", List.of(DISK, ARCHIVE), List.of(DISK, ARCHIVE), List.of(DISK, ARCHIVE), false),
            HOT,
            new StoragePolicy(10, "ONE_SSD", List.of(SSD, DISK), List.of(SSD, DISK), List.of(SSD, DISK), false),
            new StoragePolicy(12, "ALL_SSD", List.of(SSD), List.of(DISK), List.of(DISK), false),
            new StoragePolicy(14, "ALL_NVDIMM", List.of(NVDIMM), List.of(DISK), List.of(DISK), false),
            LAZY_PERSIST);

    private StoragePolicies() {}

    /** All of them, by number. */
    public static List<StoragePolicy> all() {
        return ALL;
    }

    /** The policy with this name, in any case. */
    public static Optional<StoragePolicy> named(String name) {
        return ALL.stream()
                .filter(policy -> policy.name().equalsIgnoreCase(name))
                .findFirst();
    }

    /** The policy with this name, in any case; refused as HDFS does if there is none. */
    public static StoragePolicy required(String name) {
        return named(name)
                .orElseThrow(() -> new FsException(
                        ErrorCode.INVALID_ARGUMENT, "Cannot find a block policy with the name " + name));
    }

    /** The policy with this number; {@link #HOT} for {@link Features#UNSPECIFIED} and for one that there is not. */
    public static StoragePolicy numbered(int number) {
        return ALL.stream()
                .filter(policy -> policy.number() == number)
                .findFirst()
                .orElse(HOT);
    }

    /**
     * The number of the policy that applies to the last inode of a path: its own, or that of the nearest directory above that
     * has one; {@link Features#UNSPECIFIED} if none has.
     *
     * @param path the inodes from the root on
     */
    public static int numberFor(List<? extends INode> path) {
        for (int depth = path.size() - 1; depth >= 0; depth--) {
            int own = path.get(depth).attributes().features().storagePolicy();
            if (own != Features.UNSPECIFIED) {
                return own;
            }
        }
        return Features.UNSPECIFIED;
    }

    /** The number for an entry of a directory to which the given number applies. */
    public static int numberFor(INode entry, int ofDirectory) {
        int own = entry.attributes().features().storagePolicy();
        return own == Features.UNSPECIFIED ? ofDirectory : own;
    }
}
