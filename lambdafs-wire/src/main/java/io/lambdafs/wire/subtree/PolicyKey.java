package io.lambdafs.wire.subtree;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The keys of a policy, in the order in which they are written. */
enum PolicyKey {
    PRESET(Collections.emptyList()),
    CONSISTENCY(Collections.emptyList()),
    DURABILITY(Collections.emptyList()),
    ALLOCATED_INODES(100, 1, 1_000_000),
    INTERFERE_POLICY(Arrays.asList("allow", "block")),
    LEASE_SECONDS(600, 10, 86_400),
    SYNC_OPERATIONS(0, 0, 1_000_000),
    SYNC_SECONDS(0, 0, 86_400),
    ON_LEASE_END(Arrays.asList("recover", "discard"));

    private static final int MOST_DIGITS = 9;

    private final List<String> words;
    private final String byDefault;
    private final int least;
    private final int most;

    /** One that has one of these words, the first by default; any text if there are none. */
    PolicyKey(List<String> words) {
        this.words = words;
        byDefault = words.isEmpty() ? "" : words.get(0);
        least = 0;
        most = -1;
    }

    /** One that has a whole number within bounds. */
    PolicyKey(int byDefault, int least, int most) {
        words = Collections.emptyList();
        this.byDefault = String.valueOf(byDefault);
        this.least = least;
        this.most = most;
    }

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    String byDefault() {
        return byDefault;
    }

    /** The value as it is kept; refused with a sentence if the key cannot have it. */
    String checked(String value) {
        String trimmed = value.trim();
        if (!words.isEmpty() && !words.contains(trimmed)) {
            throw new IllegalArgumentException(
                    word() + " is " + String.join(" or ", words) + ", not \"" + trimmed + "\".");
        }
        return most < 0 ? trimmed : checkedNumber(trimmed);
    }

    private String checkedNumber(String value) {
        boolean digits =
                value.matches("[0-9]+") && value.replaceFirst("^0+(?=.)", "").length() <= MOST_DIGITS;
        if (!digits || Integer.parseInt(value) < least || Integer.parseInt(value) > most) {
            throw new IllegalArgumentException(
                    word() + " is a whole number from " + least + " to " + most + ", not \"" + value + "\".");
        }
        return String.valueOf(Integer.parseInt(value));
    }

    static PolicyKey ofWord(String word) {
        return Arrays.stream(values())
                .filter(key -> key.word().equals(word.trim()))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("There is no key \"" + word.trim() + "\"; there are "
                        + Arrays.stream(values()).map(PolicyKey::word).collect(Collectors.joining(", ")) + "."));
    }
}
