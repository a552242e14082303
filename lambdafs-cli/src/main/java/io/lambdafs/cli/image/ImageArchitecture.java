package io.lambdafs.cli.image;

import java.io.DataInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A kind of processor for which there are images. */
public enum ImageArchitecture {
    /** 64-bit x86. */
    AMD64("linux/amd64", List.of("x86_64", "amd64"), 0x3e),
    /** 64-bit Arm. */
    ARM64("linux/arm64", List.of("aarch64", "arm64"), 0xb7);

    private static final int ELF = 0x7f454c46;
    private static final int BYTES_TO_MACHINE = 14;

    private final String platform;
    private final List<String> names;
    private final int machine;

    ImageArchitecture(String platform, List<String> names, int machine) {
        this.platform = platform;
        this.names = names;
        this.machine = machine;
    }

    /** What image tools call it, such as {@code linux/arm64}. */
    public String platform() {
        return platform;
    }

    /** The one of this name, which may be the processor's or that of image tools; empty if there is none. */
    public static Optional<ImageArchitecture> of(String name) {
        String wanted = name.toLowerCase(Locale.ROOT);
        for (ImageArchitecture each : values()) {
            if (each.platform.equals(wanted) || each.names.contains(wanted)) {
                return Optional.of(each);
            }
        }
        return Optional.empty();
    }

    /** The one of this machine; empty if it is of another kind. */
    public static Optional<ImageArchitecture> ofThisMachine() {
        return of(System.getProperty("os.arch"));
    }

    /**
     * Whether a native library is for it.
     *
     * @param library a shared library in the ELF format
     */
    public boolean runs(Path library) throws IOException {
        try (DataInputStream in = new DataInputStream(Files.newInputStream(library))) {
            if (in.readInt() != ELF) {
                return false;
            }
            in.skipNBytes(BYTES_TO_MACHINE);
            // Both kinds are little-endian.
            return (in.readUnsignedByte() | in.readUnsignedByte() << 8) == machine;
        }
    }
}
