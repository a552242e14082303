package io.lambdafs.authentication;

import static java.util.Objects.requireNonNull;

import io.lambdafs.wire.authentication.ServiceKey;

/**
 * A service key as the store keeps it.
 *
 * @param endsMillis until when it counts, in milliseconds since 1970, as it was decided when another one replaced it; {@link #NO_END}
 *     before
 */
public record KeptServiceKey(ServiceKey key, long endsMillis) {
    /** The end of a key that none has replaced. */
    public static final long NO_END = Long.MAX_VALUE;

    private static final char BEFORE_END = ' ';

    public KeptServiceKey {
        requireNonNull(key, "key");
    }

    /** The same, which counts until then at the most. */
    public KeptServiceKey endingBy(long millis) {
        return new KeptServiceKey(key, Math.min(endsMillis, millis));
    }

    /** Whether it counts no more. */
    public boolean hasEnded(long nowMillis) {
        return endsMillis <= nowMillis;
    }

    String text() {
        return endsMillis == NO_END ? key.text() : key.text() + BEFORE_END + endsMillis;
    }

    static KeptServiceKey parse(String text) {
        int end = text.indexOf(BEFORE_END);
        return end < 0
                ? new KeptServiceKey(ServiceKey.parse(text), NO_END)
                : new KeptServiceKey(ServiceKey.parse(text.substring(0, end)), Long.parseLong(text.substring(end + 1)));
    }
}
