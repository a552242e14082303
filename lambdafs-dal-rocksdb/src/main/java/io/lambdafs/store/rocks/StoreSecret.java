package io.lambdafs.store.rocks;

import io.lambdafs.store.rocks.net.Secret;
import java.nio.charset.StandardCharsets;

/** What a store's password means for its engine. */
public final class StoreSecret {
    private StoreSecret() {}

    /**
     * The secret that a text stands for; white space around it does not count.
     *
     * @throws IllegalArgumentException if it is too short or too long
     */
    public static Secret of(String text) {
        return Secret.of(text.strip().getBytes(StandardCharsets.UTF_8));
    }
}
