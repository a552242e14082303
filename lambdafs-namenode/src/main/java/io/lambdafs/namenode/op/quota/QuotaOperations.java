package io.lambdafs.namenode.op.quota;

import io.lambdafs.namenode.NameNodeConfig;
import io.lambdafs.namenode.Operation;
import java.util.Map;

/** The operations on quotas, by the names of their methods. */
public final class QuotaOperations {
    private QuotaOperations() {}

    public static Map<String, Operation<?, ?>> all(NameNodeConfig config) {
        return Map.of("setQuota", new SetQuotaOperation(config.features()));
    }
}
