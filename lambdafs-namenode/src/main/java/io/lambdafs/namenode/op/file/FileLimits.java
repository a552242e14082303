package io.lambdafs.namenode.op.file;

import io.lambdafs.fs.FsException;
import io.lambdafs.fs.FsPath;
import io.lambdafs.namenode.NameNodeConfig.FileDefaults;
import io.lambdafs.storage.StoragePolicies;
import io.lambdafs.wire.ErrorCode;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.CreateRequestProto;

/** What a new file may be. */
final class FileLimits {
    private FileLimits() {}

    /** Refuses block sizes and replication factors outside the bounds, and policies that there are not. */
    static void check(FileDefaults limits, FsPath path, CreateRequestProto request) {
        long blockSize = request.getBlockSize();
        if (blockSize < Math.max(1, limits.minBlockSize())) {
            throw new FsException(
                    ErrorCode.IO_ERROR,
                    "Specified block size " + blockSize
                            + " is less than configured minimum value dfs.namenode.fs-limits.min-block-size="
                            + limits.minBlockSize());
        }
        limits.requireReplication(request.getReplication(), path);
        checkPolicies(request);
    }

    private static void checkPolicies(CreateRequestProto request) {
        String erasureCoding = request.getEcPolicyName();
        if (!erasureCoding.isEmpty() && !erasureCoding.equals("replication")) {
            throw new FsException(
                    ErrorCode.UNSUPPORTED_OPERATION, "Erasure coding is not supported: policy " + erasureCoding);
        }
        if (!request.getStoragePolicy().isEmpty()) {
            StoragePolicies.required(request.getStoragePolicy());
        }
    }
}
