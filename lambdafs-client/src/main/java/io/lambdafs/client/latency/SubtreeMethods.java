package io.lambdafs.client.latency;

import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.Set;

/** The methods that take longer the more is below their path: how long others of them took says nothing about one. */
public final class SubtreeMethods {
    private static final Set<String> NAMES = Collections.unmodifiableSet(new HashSet<>(Arrays.asList(
            "delete", "rename", "rename2", "concat", "truncate", "setQuota", "getContentSummary", "getQuotaUsage")));

    private SubtreeMethods() {}

    /** Whether it is one of them. */
    public static boolean contains(String method) {
        return NAMES.contains(method);
    }
}
