package io.lambdafs.faas.nio;

import io.lambdafs.faas.posix.FileType;
import io.lambdafs.faas.posix.Stat;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.GroupPrincipal;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.UserPrincipal;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** What a file of a volume is. */
record FaasFileAttributes(Stat stat) implements PosixFileAttributes {
    private static final PosixFilePermission[] BITS = {
        PosixFilePermission.OTHERS_EXECUTE,
        PosixFilePermission.OTHERS_WRITE,
        PosixFilePermission.OTHERS_READ,
        PosixFilePermission.GROUP_EXECUTE,
        PosixFilePermission.GROUP_WRITE,
        PosixFilePermission.GROUP_READ,
        PosixFilePermission.OWNER_EXECUTE,
        PosixFilePermission.OWNER_WRITE,
        PosixFilePermission.OWNER_READ
    };

    /** A user or a group by its number. */
    private record Numbered(int number) implements GroupPrincipal {
        @Override
        public String getName() {
            return Integer.toString(number);
        }
    }

    static int mode(Set<PosixFilePermission> permissions) {
        int mode = 0;
        for (int bit = 0; bit < BITS.length; bit++) {
            mode |= permissions.contains(BITS[bit]) ? 1 << bit : 0;
        }
        return mode;
    }

    @Override
    public Set<PosixFilePermission> permissions() {
        Set<PosixFilePermission> permissions = EnumSet.noneOf(PosixFilePermission.class);
        for (int bit = 0; bit < BITS.length; bit++) {
            if ((stat.mode() & 1 << bit) != 0) {
                permissions.add(BITS[bit]);
            }
        }
        return permissions;
    }

    @Override
    public UserPrincipal owner() {
        return new Numbered(stat.uid());
    }

    @Override
    public GroupPrincipal group() {
        return new Numbered(stat.gid());
    }

    @Override
    public FileTime lastModifiedTime() {
        return FileTime.from(stat.modifiedNanos(), TimeUnit.NANOSECONDS);
    }

    /** Times of access are not kept. */
    @Override
    public FileTime lastAccessTime() {
        return lastModifiedTime();
    }

    /** When a file was made is not kept. */
    @Override
    public FileTime creationTime() {
        return lastModifiedTime();
    }

    @Override
    public boolean isRegularFile() {
        return stat.type() == FileType.REGULAR;
    }

    @Override
    public boolean isDirectory() {
        return stat.type() == FileType.DIRECTORY;
    }

    @Override
    public boolean isSymbolicLink() {
        return stat.type() == FileType.SYMLINK;
    }

    @Override
    public boolean isOther() {
        return false;
    }

    @Override
    public long size() {
        return stat.size();
    }

    @Override
    public Object fileKey() {
        return stat.inode();
    }
}
