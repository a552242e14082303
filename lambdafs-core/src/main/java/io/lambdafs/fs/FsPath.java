package io.lambdafs.fs;

import io.lambdafs.wire.ErrorCode;
import io.lambdafs.wire.PathSyntax;
import java.util.ArrayList;
import java.util.List;

/** An absolute, normalized path. Not every one can be that of an entry: what may be created is for its creator to check. */
public final class FsPath {
    public static final FsPath ROOT = new FsPath("/", List.of());

    private final String text;
    private final List<Name> components;

    private FsPath(String text, List<Name> components) {
        this.text = text;
        this.components = components;
    }

    /**
     * Reads the path of something that may exist, as HDFS does: absolute, at most 8,000 characters and 1,000 components,
     * without repeated and trailing slashes. A component that no entry can have, such as {@code .}, {@code ..}, one with a
     * colon or one of more than 255 bytes, is read as a name that does not exist.
     *
     * @throws FsException with {@link ErrorCode#INVALID_PATH} if it is not absolute, {@link ErrorCode#IO_ERROR} if it is too
     *     long
     */
    public static FsPath parse(String path) {
        if (!path.startsWith("/")) {
            throw new FsException(
                    ErrorCode.INVALID_PATH, "Invalid path name Invalid file name: " + path + " (is not absolute)");
        }
        if (path.length() > PathSyntax.MAX_PATH_CHARS) {
            throw new FsException(ErrorCode.IO_ERROR, tooLong(path.length() + " characters"));
        }
        String normalized = PathSyntax.normalize(path);
        List<String> texts = PathSyntax.components(normalized);
        if (texts.size() > PathSyntax.MAX_PATH_DEPTH) {
            throw new FsException(ErrorCode.IO_ERROR, tooLong(texts.size() + " levels"));
        }
        List<Name> names = new ArrayList<>(texts.size());
        for (String component : texts) {
            names.add(Name.orNobodys(component));
        }
        return new FsPath(normalized, List.copyOf(names));
    }

    /** The path of these components, which are as those of a path that was parsed. */
    public static FsPath of(List<Name> components) {
        return components.isEmpty() ? ROOT : new FsPath(text(components), List.copyOf(components));
    }

    private static String tooLong(String actual) {
        return "Pathname too long: " + actual + ". Limit " + PathSyntax.MAX_PATH_CHARS + " characters, "
                + PathSyntax.MAX_PATH_DEPTH + " levels.";
    }

    public boolean isRoot() {
        return components.isEmpty();
    }

    public int depth() {
        return components.size();
    }

    public List<Name> components() {
        return components;
    }

    /** The last component; empty for the root. */
    public Name name() {
        return isRoot() ? Name.EMPTY : components.get(components.size() - 1);
    }

    /** The directory that this path is in; the root is its own parent. */
    public FsPath parent() {
        return isRoot() ? this : prefix(depth() - 1);
    }

    /** The path of an entry of this directory. */
    public FsPath child(Name name) {
        List<Name> names = new ArrayList<>(components);
        names.add(name);
        return new FsPath((isRoot() ? "" : text) + "/" + name, List.copyOf(names));
    }

    /** The path of the first so many components. */
    public FsPath prefix(int depth) {
        if (depth == 0 || depth == depth()) {
            return depth == 0 ? ROOT : this;
        }
        int end = 0;
        for (int i = 0; i < depth; i++) {
            end = text.indexOf('/', end + 1);
        }
        return new FsPath(text.substring(0, end), components.subList(0, depth));
    }

    private static String text(List<Name> names) {
        if (names.isEmpty()) {
            return "/";
        }
        StringBuilder out = new StringBuilder();
        names.forEach(name -> out.append('/').append(name));
        return out.toString();
    }

    /** Whether this path is the other one or lies below it. */
    public boolean startsWith(FsPath other) {
        return depth() >= other.depth() && components.subList(0, other.depth()).equals(other.components);
    }

    @Override
    public boolean equals(@org.jspecify.annotations.Nullable Object other) {
        return other instanceof FsPath path && text.equals(path.text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    @Override
    public String toString() {
        return text;
    }
}
