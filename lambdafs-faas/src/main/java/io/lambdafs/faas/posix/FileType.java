package io.lambdafs.faas.posix;

/** What a file is. The numbers are stored and never change. */
public enum FileType {
    REGULAR(1, 0100000),
    DIRECTORY(2, 0040000),
    SYMLINK(3, 0120000);

    private final int number;
    private final int bits;

    FileType(int number, int bits) {
        this.number = number;
        this.bits = bits;
    }

    /** What stands for it in stored values. */
    public int number() {
        return number;
    }

    /** Its bits in {@code st_mode}. */
    public int bits() {
        return bits;
    }

    /** The type with this number, or an {@link IllegalArgumentException}. */
    public static FileType numbered(int number) {
        for (FileType type : values()) {
            if (type.number == number) {
                return type;
            }
        }
        throw new IllegalArgumentException("no type of file has the number " + number);
    }
}
