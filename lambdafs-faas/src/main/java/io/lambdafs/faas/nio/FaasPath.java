package io.lambdafs.faas.nio;

import static java.util.Objects.requireNonNull;

import io.lambdafs.store.volume.ByteString;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.ProviderMismatchException;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A path in a volume: names of any bytes. Relative paths begin at the volume's root. */
final class FaasPath implements Path {
    private static final ByteString DOT = ByteString.of(".");
    private static final ByteString DOT_DOT = ByteString.of("..");

    private final FaasFileSystem fileSystem;
    private final boolean absolute;
    private final List<ByteString> names;

    FaasPath(FaasFileSystem fileSystem, boolean absolute, List<ByteString> names) {
        this.fileSystem = fileSystem;
        this.absolute = absolute;
        this.names = List.copyOf(names);
    }

    static FaasPath of(FaasFileSystem fileSystem, String text) {
        if (text.indexOf('\0') >= 0) {
            throw new InvalidPathException(text, "a path has no zero byte");
        }
        List<ByteString> names = new ArrayList<>();
        for (String name : text.split("/", -1)) {
            if (!name.isEmpty()) {
                names.add(ByteString.of(name));
            }
        }
        return new FaasPath(fileSystem, text.startsWith("/"), names);
    }

    static FaasPath require(Path path) {
        if (path instanceof FaasPath own) {
            return own;
        }
        throw new ProviderMismatchException(path + " is not a path of a volume");
    }

    private FaasPath with(boolean isAbsolute, List<ByteString> other) {
        return new FaasPath(fileSystem, isAbsolute, other);
    }

    /** The path as the calls on files take it. */
    ByteString bytes() {
        if (names.isEmpty()) {
            return absolute ? ByteString.of("/") : DOT;
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (int i = 0; i < names.size(); i++) {
            if (i > 0 || absolute) {
                out.write('/');
            }
            out.writeBytes(names.get(i).array());
        }
        return ByteString.owning(out.toByteArray());
    }

    FaasPath child(ByteString name) {
        List<ByteString> longer = new ArrayList<>(names);
        longer.add(name);
        return with(absolute, longer);
    }

    @Override
    public FaasFileSystem getFileSystem() {
        return fileSystem;
    }

    @Override
    public boolean isAbsolute() {
        return absolute;
    }

    @Override
    public @Nullable Path getRoot() {
        return absolute ? with(true, List.of()) : null;
    }

    @Override
    public @Nullable Path getFileName() {
        return names.isEmpty() ? null : with(false, names.subList(names.size() - 1, names.size()));
    }

    @Override
    public @Nullable Path getParent() {
        if (names.isEmpty() || (names.size() == 1 && !absolute)) {
            return null;
        }
        return with(absolute, names.subList(0, names.size() - 1));
    }

    @Override
    public int getNameCount() {
        return names.size();
    }

    @Override
    public Path getName(int index) {
        return subpath(index, index + 1);
    }

    @Override
    public Path subpath(int begin, int end) {
        if (begin < 0 || begin >= end || end > names.size()) {
            throw new IllegalArgumentException(this + " has no names " + begin + " to " + end);
        }
        return with(false, names.subList(begin, end));
    }

    @Override
    public boolean startsWith(Path other) {
        return other instanceof FaasPath path
                && path.fileSystem == fileSystem
                && path.absolute == absolute
                && path.names.size() <= names.size()
                && names.subList(0, path.names.size()).equals(path.names);
    }

    @Override
    public boolean endsWith(Path other) {
        if (!(other instanceof FaasPath path) || path.fileSystem != fileSystem || path.names.size() > names.size()) {
            return false;
        }
        return path.absolute
                ? equals(path)
                : names.subList(names.size() - path.names.size(), names.size()).equals(path.names);
    }

    @Override
    public Path normalize() {
        List<ByteString> normal = new ArrayList<>();
        for (ByteString name : names) {
            boolean canGoUp =
                    !normal.isEmpty() && !normal.get(normal.size() - 1).equals(DOT_DOT);
            if (name.equals(DOT_DOT) && canGoUp) {
                normal.remove(normal.size() - 1);
            } else if (!name.equals(DOT) && !(name.equals(DOT_DOT) && absolute)) {
                normal.add(name);
            }
        }
        return with(absolute, normal);
    }

    @Override
    public Path resolve(Path other) {
        FaasPath path = require(other);
        if (path.absolute) {
            return path;
        }
        List<ByteString> longer = new ArrayList<>(names);
        longer.addAll(path.names);
        return with(absolute, longer);
    }

    @Override
    public Path relativize(Path other) {
        FaasPath path = require(other);
        if (path.absolute != absolute) {
            throw new IllegalArgumentException("one of " + this + " and " + other + " is absolute, the other is not");
        }
        int common = 0;
        while (common < Math.min(names.size(), path.names.size())
                && names.get(common).equals(path.names.get(common))) {
            common++;
        }
        List<ByteString> way = new ArrayList<>();
        for (int i = common; i < names.size(); i++) {
            way.add(DOT_DOT);
        }
        way.addAll(path.names.subList(common, path.names.size()));
        return with(false, way);
    }

    @Override
    public URI toUri() {
        try {
            return new URI(FaasFileSystemProvider.SCHEME, null, toAbsolutePath().toString(), null);
        } catch (URISyntaxException e) {
            throw new IllegalStateException(this + " is no part of a URI", e);
        }
    }

    @Override
    public Path toAbsolutePath() {
        return absolute ? this : with(true, names);
    }

    @Override
    public Path toRealPath(LinkOption... options) throws IOException {
        return fileSystem.provider().realPath(this, options);
    }

    @Override
    public WatchKey register(WatchService watcher, WatchEvent.Kind<?>[] events, WatchEvent.Modifier... modifiers) {
        throw new UnsupportedOperationException(
                "what others change is seen by the next transaction, never by this one");
    }

    @Override
    public int compareTo(Path other) {
        return bytes().compareTo(require(other).bytes());
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof FaasPath path
                && path.fileSystem == fileSystem
                && path.absolute == absolute
                && path.names.equals(names);
    }

    @Override
    public int hashCode() {
        return names.hashCode();
    }

    @Override
    public String toString() {
        return names.isEmpty() && !absolute ? "" : requireNonNull(bytes()).text();
    }
}
