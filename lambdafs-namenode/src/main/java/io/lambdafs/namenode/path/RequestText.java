package io.lambdafs.namenode.path;

import io.lambdafs.fs.FsException;
import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.Name;
import io.lambdafs.wire.ErrorCode;
import org.apache.hadoop.thirdparty.protobuf.ByteString;

/** The text fields of request messages; protobuf itself passes invalid UTF-8 on as replacement characters. */
public final class RequestText {
    private RequestText() {}

    /** The path in a field, as {@link FsPath#parse} reads it; INVALID_PATH also if it is not valid UTF-8. */
    public static FsPath path(ByteString field) {
        return FsPath.parse(text(field));
    }

    /** The name of a child in a field. */
    public static Name name(ByteString field) {
        return Name.of(text(field));
    }

    private static String text(ByteString field) {
        if (!field.isValidUtf8()) {
            throw new FsException(ErrorCode.INVALID_PATH, "Invalid path name Invalid file name: it is not valid UTF-8");
        }
        return field.toStringUtf8();
    }
}
