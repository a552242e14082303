package io.lambdafs.namenode.path;

import io.lambdafs.fs.FsException;
import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.Name;
import io.lambdafs.wire.ErrorCode;
import io.lambdafs.wire.PathSyntax;
import java.util.List;

/** The path of something that is to be created, by HDFS's rules, which are stricter than those for looking it up. */
final class NewPath {
    private NewPath() {}

    /**
     * Reads a path without repeated slashes, except at its end, and of components that entries may have: not {@code .} or
     * {@code ..}, at most 255 bytes, without a colon and without a NUL. A path that begins with an inode's number may go
     * on with {@code ..}, which is that inode's parent.
     *
     * @throws FsException with {@link ErrorCode#INVALID_PATH} or {@link ErrorCode#PATH_COMPONENT_TOO_LONG}, or as
     *     {@link FsPath#parse}
     */
    static FsPath parse(String text) {
        FsPath path = FsPath.parse(text);
        List<String> components = PathSyntax.components(path.toString());
        if (hasEmptyComponent(text)) {
            throw invalid(text, "has an empty component");
        }
        for (int depth = 0; depth < components.size(); depth++) {
            if (!ReservedNames.isParentOfNumbered(path, depth)) {
                requireName(text, components.get(depth));
                Name.requireNotTooLong(path.prefix(depth).toString(), components.get(depth));
            }
        }
        return path;
    }

    private static boolean hasEmptyComponent(String text) {
        int end = text.length();
        while (end > 0 && text.charAt(end - 1) == '/') {
            end--;
        }
        int twoSlashes = text.indexOf("//");
        return twoSlashes >= 0 && twoSlashes < end;
    }

    private static void requireName(String path, String component) {
        if (component.equals(".") || component.equals("..")) {
            throw invalid(path, "has a relative component");
        }
        if (component.indexOf(':') >= 0 || component.indexOf('\0') >= 0) {
            throw invalid(path, "has a character that a name may not contain");
        }
    }

    private static FsException invalid(String path, String why) {
        return new FsException(
                ErrorCode.INVALID_PATH, "Invalid path name Invalid file name: " + path + " (" + why + ")");
    }
}
