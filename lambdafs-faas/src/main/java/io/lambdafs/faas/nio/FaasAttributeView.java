package io.lambdafs.faas.nio;

import java.io.IOException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.GroupPrincipal;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.UserPrincipal;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads and sets what a file of a volume is. */
record FaasAttributeView(FaasFileSystemProvider provider, Path path, boolean follow) implements PosixFileAttributeView {
    @Override
    public String name() {
        return "posix";
    }

    @Override
    public PosixFileAttributes readAttributes() throws IOException {
        return provider.readAttributes(path, PosixFileAttributes.class, options());
    }

    private LinkOption[] options() {
        return follow ? new LinkOption[0] : new LinkOption[] {LinkOption.NOFOLLOW_LINKS};
    }

    /** Sets the time of the last modification. The others are not kept. */
    @Override
    public void setTimes(@Nullable FileTime modified, @Nullable FileTime accessed, @Nullable FileTime created)
            throws IOException {
        if (modified != null) {
            provider.setModified(path, modified, follow);
        }
    }

    @Override
    public void setPermissions(Set<PosixFilePermission> permissions) throws IOException {
        provider.setMode(path, permissions, follow);
    }

    @Override
    public UserPrincipal getOwner() throws IOException {
        return readAttributes().owner();
    }

    @Override
    public void setOwner(UserPrincipal owner) {
        throw new UnsupportedOperationException("owners are not changed from here");
    }

    @Override
    public void setGroup(GroupPrincipal group) {
        throw new UnsupportedOperationException("groups are not changed from here");
    }
}
