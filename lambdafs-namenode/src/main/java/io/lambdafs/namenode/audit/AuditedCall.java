package io.lambdafs.namenode.audit;

import org.jspecify.annotations.Nullable;

/**
 * What the audit log says of one call.
 *
 * @param command HDFS's name of the operation
 * @param source the path that it is about; null if there is none
 * @param destination the other path; null if there is none
 * @param permission owner, group and mode with colons between them, as the operation left them; null if its answer does not say
 */
record AuditedCall(
        String command,
        @Nullable String source,
        @Nullable String destination,
        @Nullable String permission) {
    static AuditedCall of(String command, @Nullable String source) {
        return new AuditedCall(command, source, null, null);
    }

    AuditedCall to(String other) {
        return new AuditedCall(command, source, other, permission);
    }

    AuditedCall leaving(String ownerGroupMode) {
        return new AuditedCall(command, source, destination, ownerGroupMode);
    }
}
