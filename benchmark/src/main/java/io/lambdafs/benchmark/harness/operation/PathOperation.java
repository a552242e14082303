package io.lambdafs.benchmark.harness.operation;

/**
 * An operation on a path, with everything that decides what it does.
 *
 * @param kind what it does
 * @param path an absolute path
 * @param to where a rename leads to; empty otherwise
 * @param number a mode, a replication, or for a file that is made its replication; -1 if none
 * @param bytes what is written, or the length that a file must have; -1 if none
 * @param owner the owner that is set; empty otherwise
 */
public record PathOperation(OperationKind kind, String path, String to, int number, long bytes, String owner) {
    /** An operation that needs a path alone. */
    public static PathOperation on(OperationKind kind, String path) {
        return new PathOperation(kind, path, "", -1, -1, "");
    }

    /** A file of a length, and with a replication or, if that is -1, with the default one. */
    public static PathOperation create(String path, int replication, long bytes) {
        return new PathOperation(OperationKind.CREATE, path, "", replication, bytes, "");
    }

    /** A look at a file that must have this length. */
    public static PathOperation look(OperationKind kind, String path, long bytes) {
        return new PathOperation(kind, path, "", -1, bytes, "");
    }

    /** Something appended. */
    public static PathOperation append(String path, long bytes) {
        return new PathOperation(OperationKind.APPEND, path, "", -1, bytes, "");
    }

    /** A mode or a replication set. */
    public static PathOperation set(OperationKind kind, String path, int number) {
        return new PathOperation(kind, path, "", number, -1, "");
    }

    /** An owner set. */
    public static PathOperation chown(OperationKind kind, String path, String owner) {
        return new PathOperation(kind, path, "", -1, -1, owner);
    }

    /** A rename of a file or of a directory with all that it has. */
    public static PathOperation rename(OperationKind kind, String path, String to) {
        return new PathOperation(kind, path, to, -1, -1, "");
    }
}
