package io.lambdafs.quota;

import io.lambdafs.block.BlockInfo;
import io.lambdafs.fs.Features;
import io.lambdafs.fs.QuotaCounts;
import io.lambdafs.fs.RegularFile;
import io.lambdafs.fs.Truncation;
import io.lambdafs.storage.StoragePolicies;
import io.lambdafs.storage.StorageType;
import java.util.List;

/** What a file uses of quotas, as HDFS counts it. Pure. */
public final class FileUse {
    private FileUse() {}

    /**
     * The use of a file. A block counts with its length when it is complete or being shortened, and with the file's block size
     * until then.
     *
     * @param blocks all of the file's
     * @param policy the number of the storage policy that applies to it; where none was set, HDFS counts no space by type
     */
    public static QuotaCounts of(RegularFile file, List<BlockInfo> blocks, int policy) {
        long bytes = 0;
        boolean shortened = Truncation.of(file).isPresent();
        for (BlockInfo block : blocks) {
            bytes += block.isComplete() || shortened ? block.block().length() : file.blockSize();
        }
        return of(file, bytes, policy);
    }

    /** The use of a closed file. */
    public static QuotaCounts ofClosed(RegularFile file, int policy) {
        return of(file, file.length(), policy);
    }

    private static QuotaCounts of(RegularFile file, long bytes, int policy) {
        QuotaCounts use = QuotaCounts.of(1, bytes * file.replication());
        if (policy == Features.UNSPECIFIED || bytes == 0) {
            return use;
        }
        for (StorageType type : StoragePolicies.numbered(policy).typesOf(file.replication())) {
            int dimension = type.quotaDimension();
            use = use.with(dimension, use.get(dimension) + bytes);
        }
        return use;
    }
}
