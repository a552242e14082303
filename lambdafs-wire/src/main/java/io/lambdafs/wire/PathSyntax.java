package io.lambdafs.wire;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** How the text of a path is read: the same for routing on the client and for resolution on the NameNode. */
public final class PathSyntax {
    /** The longest path, in characters, as in HDFS. */
    public static final int MAX_PATH_CHARS = 8000;

    /** The deepest path, in components, as in HDFS. */
    public static final int MAX_PATH_DEPTH = 1000;

    /** The longest component, in bytes of UTF-8. */
    public static final int MAX_COMPONENT_BYTES = 255;

    private PathSyntax() {}

    /** The path without repeated and trailing slashes; what does not start with a slash is returned unchanged. */
    public static String normalize(String path) {
        if (!path.startsWith("/") || isNormal(path)) {
            return path;
        }
        StringBuilder out = new StringBuilder(path.length());
        boolean slash = false;
        for (int i = 0; i < path.length(); i++) {
            char c = path.charAt(i);
            if (c != '/' || !slash) {
                out.append(c);
            }
            slash = c == '/';
        }
        if (out.length() > 1 && out.charAt(out.length() - 1) == '/') {
            out.setLength(out.length() - 1);
        }
        return out.toString();
    }

    private static boolean isNormal(String path) {
        return path.indexOf("//") < 0 && (path.length() == 1 || path.charAt(path.length() - 1) != '/');
    }

    /** The parent of a normalized path; the root is its own parent. */
    public static String parent(String normalizedPath) {
        int slash = normalizedPath.lastIndexOf('/');
        return slash <= 0 ? "/" : normalizedPath.substring(0, slash);
    }

    /** The components of a normalized absolute path; none for the root. */
    public static List<String> components(String normalizedPath) {
        if (normalizedPath.length() <= 1) {
            return Collections.emptyList();
        }
        List<String> components = new ArrayList<>();
        int start = 1;
        while (start <= normalizedPath.length()) {
            int end = normalizedPath.indexOf('/', start);
            if (end < 0) {
                end = normalizedPath.length();
            }
            components.add(normalizedPath.substring(start, end));
            start = end + 1;
        }
        return Collections.unmodifiableList(components);
    }
}
