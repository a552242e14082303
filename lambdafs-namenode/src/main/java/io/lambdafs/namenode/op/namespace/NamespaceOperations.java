package io.lambdafs.namenode.op.namespace;

import io.lambdafs.namenode.LocatedBlocksReader;
import io.lambdafs.namenode.NameNodeConfig;
import io.lambdafs.namenode.NamespaceLimits;
import io.lambdafs.namenode.Operation;
import java.util.Map;
import java.util.TreeMap;

/** The operations on the namespace, by the names of their methods. */
public final class NamespaceOperations {
    /** The default of HDFS's {@code dfs.batched.ls.limit}. */
    private static final int MOST_BATCHED_PATHS = 100;

    private NamespaceOperations() {}

    public static Map<String, Operation<?, ?>> all(
            NameNodeConfig config, DirectoryMaker maker, LocatedBlocksReader locations) {
        Map<String, Operation<?, ?>> operations = new TreeMap<>();
        NamespaceLimits limits = config.limits();
        ProtectedDirectories kept = new ProtectedDirectories(limits);
        operations.put("checkAccess", new CheckAccessOperation());
        operations.put("delete", new DeleteOperation(kept));
        operations.put("getAclStatus", new GetAclStatusOperation());
        operations.put("getContentSummary", new GetContentSummaryOperation());
        operations.put("getFileInfo", new GetFileInfoOperation());
        operations.put("getFileLinkInfo", new GetFileLinkInfoOperation());
        DirectoryPages pages = new DirectoryPages(config.listingLimit(), locations);
        operations.put("getBatchedListing", new GetBatchedListingOperation(MOST_BATCHED_PATHS, pages));
        operations.put("getListing", new GetListingOperation(pages));
        operations.put("getPreferredBlockSize", new GetPreferredBlockSizeOperation());
        operations.put("getQuotaUsage", new GetQuotaUsageOperation());
        operations.put("mkdirs", new MkdirsOperation(maker, config));
        operations.put("modifyAclEntries", ChangeAclOperation.modify());
        operations.put("removeAcl", ChangeAclOperation.removeAll());
        operations.put("removeAclEntries", ChangeAclOperation.removeNamed());
        operations.put("removeDefaultAcl", ChangeAclOperation.removeDefaults());
        operations.put("rename", new RenameOperation(kept, limits));
        operations.put("rename2", new Rename2Operation(kept, limits));
        operations.put("setAcl", ChangeAclOperation.set());
        operations.put("setOwner", new SetOwnerOperation());
        operations.put("setPermission", new SetPermissionOperation());
        operations.put("setReplication", new SetReplicationOperation(config.files()));
        operations.put("setTimes", new SetTimesOperation(config.features().accessTimes()));
        return operations;
    }
}
