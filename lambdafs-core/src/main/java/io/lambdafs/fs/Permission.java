package io.lambdafs.fs;

/** The mode bits of an inode: read, write and execute for owner, group and others, and the sticky bit. */
public record Permission(int mode) {
    private static final int STICKY = 01000;
    private static final int ALL_BITS = 01777;

    public Permission {
        if ((mode & ~ALL_BITS) != 0) {
            throw new IllegalArgumentException("a mode has bits 01777 only: " + Integer.toOctalString(mode));
        }
    }

    /** The permission with those of the mode's bits that HDFS keeps. */
    public static Permission ofMode(int mode) {
        return new Permission(mode & ALL_BITS);
    }

    public boolean sticky() {
        return (mode & STICKY) != 0;
    }

    public Permission withoutSticky() {
        return new Permission(mode & ~STICKY);
    }

    public int ownerBits() {
        return mode >> 6 & 7;
    }

    public int groupBits() {
        return mode >> 3 & 7;
    }

    public int otherBits() {
        return mode & 7;
    }

    /** As {@code ls} shows it: {@code rwxr-xr-t}. */
    @Override
    public String toString() {
        StringBuilder out = new StringBuilder();
        for (int bits : new int[] {ownerBits(), groupBits(), otherBits()}) {
            out.append((bits & 4) != 0 ? 'r' : '-')
                    .append((bits & 2) != 0 ? 'w' : '-')
                    .append((bits & 1) != 0 ? 'x' : '-');
        }
        if (sticky()) {
            out.setCharAt(8, (otherBits() & 1) != 0 ? 't' : 'T');
        }
        return out.toString();
    }
}
