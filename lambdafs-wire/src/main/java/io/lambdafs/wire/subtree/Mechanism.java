package io.lambdafs.wire.subtree;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** One of the parts of which the consistency and the durability of a subtree are composed, in the words of the Cudele paper. */
public enum Mechanism {
    /** Every operation is a request of its own. */
    RPCS,
    /** What was answered is durable in the store. */
    STREAM,
    /** Operations go to a journal in the memory of the client. */
    APPEND_CLIENT_JOURNAL,
    /** The journal is on the disk of the client. */
    LOCAL_PERSIST,
    /** The journal is a file of the file system. */
    GLOBAL_PERSIST,
    /** The journal is merged into the namespace from the client's memory. */
    VOLATILE_APPLY,
    /** The journal is merged into the namespace from where it was made to persist. */
    NONVOLATILE_APPLY;

    private final String word;

    Mechanism() {
        word = name().toLowerCase(Locale.ROOT);
    }

    /** What stands for it in a policy. */
    public String word() {
        return word;
    }

    /** Whether the journal survives its client. */
    public boolean persists() {
        return this == LOCAL_PERSIST || this == GLOBAL_PERSIST;
    }

    /** Whether the journal becomes part of the namespace. */
    public boolean applies() {
        return this == VOLATILE_APPLY || this == NONVOLATILE_APPLY;
    }

    /**
     * The mechanism with this word; upper case and blanks for underscores are understood, too: {@code Append Client Journal}.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static Mechanism ofWord(String word) {
        String plain = word.trim().toLowerCase(Locale.ROOT).replaceAll("[ \t]+", "_");
        for (Mechanism mechanism : values()) {
            if (mechanism.word.equals(plain)) {
                return mechanism;
            }
        }
        throw new IllegalArgumentException("There is no mechanism \"" + word.trim() + "\"; there are "
                + Arrays.stream(values()).map(Mechanism::word).collect(Collectors.joining(", ")) + ".");
    }

    @Override
    public String toString() {
        return word;
    }
}
