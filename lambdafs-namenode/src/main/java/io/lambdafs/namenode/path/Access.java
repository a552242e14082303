package io.lambdafs.namenode.path;

/** A combination of rights, with Hadoop's names (FsAction), which users see in messages. */
public enum Access {
    NONE(0),
    EXECUTE(1),
    WRITE(2),
    WRITE_EXECUTE(3),
    READ(4),
    READ_EXECUTE(5),
    READ_WRITE(6),
    ALL(7);

    private final int bits;

    Access(int bits) {
        this.bits = bits;
    }

    /** The combination with these bits of rwx. */
    public static Access ofBits(int bits) {
        for (Access access : values()) {
            if (access.bits == bits) {
                return access;
            }
        }
        throw new IllegalArgumentException("an access has three bits: " + bits);
    }

    /** Whether these bits of rwx include all of it. */
    public boolean isIn(int granted) {
        return (bits & granted) == bits;
    }
}
