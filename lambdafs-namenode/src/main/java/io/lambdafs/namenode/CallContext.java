package io.lambdafs.namenode;

import static java.util.Objects.requireNonNull;

import io.lambdafs.wire.Caller;
import io.lambdafs.wire.RequestId;

/**
 * The caller of an operation, its rights, and the time of the call.
 *
 * @param authentication how the caller was authenticated
 * @param superuser whether every permission check is passed over, and everything may be owned by the caller
 * @param permissionsChecked whether others are refused what permissions do not allow
 * @param requestId by which the store records the outcome: the same for a resubmission
 * @param resubmission whether another submission of the request may be under way somewhere
 * @param changes whether the operation is one that may change something
 * @param nowMillis the time that the operation writes into what it changes, in milliseconds since the epoch
 */
public record CallContext(
        Caller caller,
        Authentication authentication,
        boolean superuser,
        boolean permissionsChecked,
        RequestId requestId,
        boolean resubmission,
        boolean changes,
        long nowMillis) {
    public CallContext {
        requireNonNull(caller, "caller");
        requireNonNull(authentication, "authentication");
        requireNonNull(requestId, "requestId");
    }

    public String user() {
        return caller.user();
    }
}
