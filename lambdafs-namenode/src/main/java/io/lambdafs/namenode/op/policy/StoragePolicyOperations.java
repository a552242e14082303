package io.lambdafs.namenode.op.policy;

import io.lambdafs.namenode.NameNodeConfig;
import io.lambdafs.namenode.Operation;
import java.util.Map;

/** The operations on storage policies, by the names of their methods. */
public final class StoragePolicyOperations {
    private StoragePolicyOperations() {}

    public static Map<String, Operation<?, ?>> all(NameNodeConfig config) {
        return Map.of(
                "getStoragePolicies", new GetStoragePoliciesOperation(),
                "getStoragePolicy", new GetStoragePolicyOperation(),
                "satisfyStoragePolicy", new SatisfyStoragePolicyOperation(config.features()),
                "setStoragePolicy", new SetStoragePolicyOperation(config.features()),
                "unsetStoragePolicy", new UnsetStoragePolicyOperation(config.features()));
    }
}
