package io.lambdafs.wire.subtree;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** Cells of the paper's table II with the names of systems that are like them. */
public enum Preset {
    /** Strong and global. */
    POSIX("rpcs", "stream"),
    /** Weak and global: as HDFS's readers may see a file later than its writer. */
    HDFS("append_client_journal+volatile_apply", "global_persist"),
    /** Weak and local. */
    BATCHFS("append_client_journal+volatile_apply", "local_persist"),
    /** Invisible and local. */
    DELTAFS("append_client_journal", "local_persist"),
    /** Invisible and not durable. */
    RAMDISK("append_client_journal", "none");

    private final String consistency;
    private final String durability;

    Preset(String consistency, String durability) {
        this.consistency = consistency;
        this.durability = durability;
    }

    String consistency() {
        return consistency;
    }

    String durability() {
        return durability;
    }

    /** Its name in a policy. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * The preset with this name.
     *
     * @throws IllegalArgumentException with a sentence if there is none
     */
    public static Preset ofWord(String word) {
        return Arrays.stream(values())
                .filter(preset -> preset.word().equals(word.trim().toLowerCase(Locale.ROOT)))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("There is no preset \"" + word.trim() + "\"; there are "
                        + Arrays.stream(values()).map(Preset::word).collect(Collectors.joining(", ")) + "."));
    }
}
