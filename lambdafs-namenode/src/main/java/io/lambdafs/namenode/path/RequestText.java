package io.lambdafs.namenode.path;

import io.lambdafs.fs.FsException;
import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.Name;
import io.lambdafs.wire.ErrorCode;
import org.apache.hadoop.thirdparty.protobuf.ByteString;

/** The text fields of request messages; protobuf itself passes invalid UTF-8 on as replacement characters. */
public final class RequestText {
    private static final int MAX_PRINCIPAL_CHARS = 1024;
    private static final char REPLACEMENT = '\uFFFD';

    private RequestText() {}

    /** The path in a field, as {@link FsPath#parse} reads it; INVALID_PATH also if it is not valid UTF-8. */
    public static FsPath path(ByteString field) {
        return FsPath.parse(text(field));
    }

    /** The path in a field of something that is to be changed: not in the root's {@code .snapshot}. */
    public static FsPath pathToChange(ByteString field) {
        FsPath path = path(field);
        ReservedNames.requireChangeable(path);
        return path;
    }

    /** The path in a field at which something is to be created, as {@link NewPath#parse} reads it. */
    public static FsPath newPath(ByteString field) {
        return NewPath.parse(text(field));
    }

    /** The name of a child in a field. */
    public static Name name(ByteString field) {
        return Name.of(text(field));
    }

    /**
     * The name of a client, a user or a group in a field. INVALID_ARGUMENT if it is empty, has more than 1,024
     * characters, or has one that no name has: a NUL, or the character that stands for invalid UTF-8.
     */
    public static String principal(String what, String field) {
        if (field.isEmpty() || field.length() > MAX_PRINCIPAL_CHARS) {
            throw new FsException(
                    ErrorCode.INVALID_ARGUMENT,
                    "The name of the " + what + " has " + field.length() + " characters, not 1 to "
                            + MAX_PRINCIPAL_CHARS);
        }
        if (field.indexOf('\0') >= 0 || field.indexOf(REPLACEMENT) >= 0) {
            throw new FsException(
                    ErrorCode.INVALID_ARGUMENT, "The name of the " + what + " is not valid UTF-8, or has a NUL in it");
        }
        return field;
    }

    /** The text of a field that has to do with paths; INVALID_PATH if it is not valid UTF-8. */
    public static String text(ByteString field) {
        if (!field.isValidUtf8()) {
            throw new FsException(ErrorCode.INVALID_PATH, "Invalid path name Invalid file name: it is not valid UTF-8");
        }
        return field.toStringUtf8();
    }
}
