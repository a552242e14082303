package io.lambdafs.faas.posix;

import io.lambdafs.store.volume.ByteString;
import java.nio.ByteBuffer;

/**
 * The type of a file, its owner, its group and its mode.
 *
 * @param mode the lower 12 bits of {@code st_mode}
 */
record PosixAttributes(FileType type, int mode, int uid, int gid) {
    static final int READ = 4;
    static final int WRITE = 2;
    static final int EXECUTE = 1;

    private static final int MODE_BITS = 07777;
    private static final int STICKY = 01000;
    private static final int SETGID = 02000;
    private static final int ANY_EXECUTE = 0111;
    private static final int OWNER_SHIFT = 6;
    private static final int GROUP_SHIFT = 3;

    PosixAttributes {
        mode &= MODE_BITS;
    }

    static PosixAttributes of(ByteString stored) {
        ByteBuffer in = ByteBuffer.wrap(stored.array());
        return new PosixAttributes(FileType.numbered(in.get()), in.getInt(), in.getInt(), in.getInt());
    }

    ByteString stored() {
        return ByteString.owning(ByteBuffer.allocate(1 + 3 * Integer.BYTES)
                .put((byte) type.number())
                .putInt(mode)
                .putInt(uid)
                .putInt(gid)
                .array());
    }

    boolean isDirectory() {
        return type == FileType.DIRECTORY;
    }

    boolean isSticky() {
        return (mode & STICKY) != 0;
    }

    boolean isSetGid() {
        return (mode & SETGID) != 0;
    }

    PosixAttributes withMode(int bits) {
        return new PosixAttributes(type, bits, uid, gid);
    }

    PosixAttributes withOwner(int user, int group) {
        return new PosixAttributes(type, mode, user, group);
    }

    /** Whether a caller may do all of this: a sum of {@link #READ}, {@link #WRITE} and {@link #EXECUTE}. */
    boolean allows(Credentials caller, int wanted) {
        if (caller.isSuperuser()) {
            return isDirectory() || (wanted & EXECUTE) == 0 || (mode & ANY_EXECUTE) != 0;
        }
        int shift = caller.uid() == uid ? OWNER_SHIFT : caller.isIn(gid) ? GROUP_SHIFT : 0;
        return ((mode >> shift) & wanted) == wanted;
    }
}
