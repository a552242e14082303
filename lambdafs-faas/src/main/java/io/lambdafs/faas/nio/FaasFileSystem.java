package io.lambdafs.faas.nio;

import io.lambdafs.faas.posix.PosixCalls;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.WatchService;
import java.nio.file.attribute.UserPrincipalLookupService;
import java.util.List;
import java.util.Set;

/**
 * The files of a volume, for Java's {@link java.nio.file.Files}. What a function does with them is part of the transaction in which it
 * runs.
 */
public final class FaasFileSystem extends FileSystem {
    private final FaasFileSystemProvider provider;
    private final PosixCalls calls;

    FaasFileSystem(FaasFileSystemProvider provider, PosixCalls calls) {
        this.provider = provider;
        this.calls = calls;
    }

    /** The file system over these calls; it has no name by which others find it. */
    public static FaasFileSystem over(PosixCalls calls) {
        return new FaasFileSystem(new FaasFileSystemProvider(), calls);
    }

    PosixCalls calls() {
        return calls;
    }

    @Override
    public FaasFileSystemProvider provider() {
        return provider;
    }

    /** Does nothing: a transaction ends when its function does. */
    @Override
    public void close() {}

    @Override
    public boolean isOpen() {
        return true;
    }

    @Override
    public boolean isReadOnly() {
        return false;
    }

    @Override
    public String getSeparator() {
        return "/";
    }

    @Override
    public Iterable<Path> getRootDirectories() {
        return List.of(FaasPath.of(this, "/"));
    }

    @Override
    public Iterable<FileStore> getFileStores() {
        return List.of();
    }

    @Override
    public Set<String> supportedFileAttributeViews() {
        return Set.of("basic", "posix");
    }

    @Override
    public Path getPath(String first, String... more) {
        StringBuilder path = new StringBuilder(first);
        for (String part : more) {
            if (!part.isEmpty()) {
                path.append(path.isEmpty() ? "" : "/").append(part);
            }
        }
        return FaasPath.of(this, path.toString());
    }

    /** Matches as the matchers of the machine's own file system do, which must be one of Unix. */
    @Override
    public PathMatcher getPathMatcher(String syntaxAndPattern) {
        PathMatcher matcher = FileSystems.getDefault().getPathMatcher(syntaxAndPattern);
        return path -> matcher.matches(Path.of(path.toString()));
    }

    @Override
    public UserPrincipalLookupService getUserPrincipalLookupService() {
        throw new UnsupportedOperationException("users are numbers here");
    }

    @Override
    public WatchService newWatchService() {
        throw new UnsupportedOperationException(
                "what others change is seen by the next transaction, never by this one");
    }
}
