package io.lambdafs.namenode.op.constant;

import io.lambdafs.namenode.Operation;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The methods of ClientProtocol that are refused, by the feature that is missing. */
public final class UnsupportedOperations {
    private static final Map<String, List<String>> METHODS_BY_FEATURE = Map.ofEntries(
            Map.entry(
                    "Cache directives and pools",
                    List.of(
                            "addCacheDirective",
                            "addCachePool",
                            "modifyCacheDirective",
                            "modifyCachePool",
                            "removeCacheDirective",
                            "removeCachePool")),
            Map.entry("Re-encryption of encryption zones", List.of("reencryptEncryptionZone")),
            Map.entry(
                    "Erasure coding policies",
                    List.of(
                            "addErasureCodingPolicies",
                            "disableErasureCodingPolicy",
                            "enableErasureCodingPolicy",
                            "removeErasureCodingPolicy",
                            "unsetErasureCodingPolicy")),
            Map.entry("Symlinks", List.of("createSymlink", "getLinkTarget")),
            Map.entry("Delegation tokens", List.of("cancelDelegationToken", "renewDelegationToken")),
            Map.entry(
                    "Edit logs and images",
                    List.of("rollEdits", "restoreFailedStorage", "saveNamespace", "finalizeUpgrade")),
            Map.entry("Administration of DataNodes", List.of("metaSave", "refreshNodes")));

    private UnsupportedOperations() {}

    /** A refusal for each of these methods; to be overridden by those that are supported. */
    public static Map<String, Operation<?, ?>> all() {
        Map<String, Operation<?, ?>> operations = new TreeMap<>();
        METHODS_BY_FEATURE.forEach((feature, methods) -> {
            Operation<?, ?> refusal = new UnsupportedOperation(feature + " not supported");
            methods.forEach(method -> operations.put(method, refusal));
        });
        return operations;
    }
}
