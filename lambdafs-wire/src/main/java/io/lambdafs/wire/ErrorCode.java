package io.lambdafs.wire;

/**
 * Why an operation was not carried out, as it travels between NameNode and client.
 *
 * <p>A code exists only where a caller would act differently. The numbers are the wire format: never reuse one.
 */
public enum ErrorCode {
    FILE_NOT_FOUND(1, Kind.USER, false),
    FILE_ALREADY_EXISTS(2, Kind.USER, false),
    PARENT_NOT_DIRECTORY(3, Kind.USER, false),
    PATH_IS_NOT_DIRECTORY(4, Kind.USER, false),
    PATH_IS_NOT_EMPTY_DIRECTORY(5, Kind.USER, false),
    ACCESS_DENIED(6, Kind.USER, false),
    LEASE_EXPIRED(7, Kind.USER, false),
    ALREADY_BEING_CREATED(8, Kind.USER, false),
    RECOVERY_IN_PROGRESS(9, Kind.USER, false),
    /** The last block has too few replicas yet; the HDFS client waits and asks again by itself. */
    NOT_REPLICATED_YET(10, Kind.USER, false),
    INVALID_PATH(11, Kind.USER, false),
    PATH_COMPONENT_TOO_LONG(12, Kind.USER, false),
    INVALID_ARGUMENT(13, Kind.USER, false),
    SAFE_MODE(14, Kind.USER, false),
    UNSUPPORTED_OPERATION(15, Kind.USER, false),
    UNKNOWN_METHOD(16, Kind.USER, false),
    /** Any other refusal that HDFS reports as a plain IOException. */
    IO_ERROR(17, Kind.USER, false),
    /** The payload is not a message of the method, or the envelope is not an envelope. */
    MALFORMED_REQUEST(18, Kind.USER, false),
    /** A wrong or missing key or secret. */
    UNAUTHENTICATED(19, Kind.USER, false),
    /** A frame, request or answer above the configured bound. */
    TOO_LARGE(20, Kind.USER, false),
    /** Entries of an access control list that make none, or that cannot be kept. */
    INVALID_ACL(21, Kind.USER, false),
    /** A directory's quota has no room for more files and directories. */
    NAMES_QUOTA_EXCEEDED(22, Kind.USER, false),
    /** A directory's quota has no room for more bytes. */
    SPACE_QUOTA_EXCEEDED(23, Kind.USER, false),
    /** The place where a listing was to go on is gone; the caller that lists starts again. */
    START_AFTER_NOT_FOUND(24, Kind.USER, false),
    /** A directory has as many entries as it may have. */
    TOO_MANY_DIRECTORY_ITEMS(25, Kind.USER, false),
    /** A directory's quota has no room for more bytes on a type of storages. */
    TYPE_QUOTA_EXCEEDED(26, Kind.USER, false),
    /** What is asked of a snapshot, or of a directory that has snapshots, is not possible. */
    SNAPSHOT(28, Kind.USER, false),
    /** What a snapshot shows is not changed. */
    SNAPSHOT_ACCESS_DENIED(29, Kind.USER, false),
    /** The path leads into a subtree that somebody holds apart from the namespace; nobody knows for how long. */
    SUBTREE_BUSY(30, Kind.USER, false),
    /** A delegation token that is unknown, cancelled or expired. */
    INVALID_TOKEN(31, Kind.USER, false),

    /** Lost a race for a lock, a deadlock or a wait for a lock that took too long; nothing was changed. */
    CONFLICT(32, Kind.CONFLICT, true),
    /** The path changed between resolution and locking too often; nothing was changed. */
    PATH_CHANGED(33, Kind.CONFLICT, true),

    /** The store cannot be reached, or broke the connection; whether the write happened is found by resubmission. */
    STORE_UNAVAILABLE(48, Kind.RESOURCE, true),
    /** A bound on requests in flight was reached. */
    OVERLOADED(49, Kind.RESOURCE, true),
    /** The instance was declared dead or is going away; another one will answer. */
    NAMENODE_FENCED(50, Kind.RESOURCE, true),
    /** The time in which the request might begin was over; this submission changed nothing and never will. */
    DEADLINE_EXCEEDED(51, Kind.RESOURCE, false),
    /**
     * A write does not say when it was born by the store's clock, or was born in its future; nothing was changed. The
     * response says what time it is.
     */
    MISDATED(52, Kind.RESOURCE, false),
    /** The client routed among another number of deployments than there are; nothing was changed. The response says how many. */
    WRONG_DEPLOYMENTS(53, Kind.RESOURCE, false),

    /** An invariant broke; the operation was rolled back. */
    INTERNAL(64, Kind.INTERNAL, false);

    /** Whose turn it is to act. */
    public enum Kind {
        /** The request cannot succeed as it is. */
        USER,
        /** Another request was in the way. */
        CONFLICT,
        /** Something is unavailable or full. */
        RESOURCE,
        /** A defect. */
        INTERNAL
    }

    private final int number;
    private final Kind kind;
    private final boolean retriable;

    ErrorCode(int number, Kind kind, boolean retriable) {
        this.number = number;
        this.kind = kind;
        this.retriable = retriable;
    }

    public int number() {
        return number;
    }

    public Kind kind() {
        return kind;
    }

    /** Whether the same request may be sent again, under the same request id, without asking the user. */
    public boolean retriable() {
        return retriable;
    }

    /** The code with this number; {@link #INTERNAL} for one that a newer peer added. */
    public static ErrorCode ofNumber(int number) {
        for (ErrorCode code : values()) {
            if (code.number == number) {
                return code;
            }
        }
        return INTERNAL;
    }
}
