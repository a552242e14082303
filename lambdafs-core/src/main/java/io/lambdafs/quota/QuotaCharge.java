package io.lambdafs.quota;

import static java.util.Objects.requireNonNull;

import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.INode;
import io.lambdafs.fs.QuotaCounts;

/**
 * What a change adds to the count of a directory with a quota.
 *
 * @param path where the directory is, for the message of a refusal
 * @param checked whether the change is refused if it exceeds the quota
 */
public record QuotaCharge(INode directory, FsPath path, QuotaCounts delta, boolean checked) {
    public QuotaCharge {
        requireNonNull(directory, "directory");
        requireNonNull(path, "path");
        requireNonNull(delta, "delta");
    }

    QuotaCounts limits() {
        return directory.attributes().features().quota();
    }
}
