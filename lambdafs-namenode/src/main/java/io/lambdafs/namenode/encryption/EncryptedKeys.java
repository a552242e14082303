package io.lambdafs.namenode.encryption;

import static java.util.Objects.requireNonNull;

import io.lambdafs.fs.FsException;
import io.lambdafs.namenode.NotPrepared;
import io.lambdafs.wire.ErrorCode;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Encrypted keys at hand, so that a create need not wait for the key provider. They are fetched many at once, and again before the last is
 * taken; each is given away once. Thread-safe.
 */
public final class EncryptedKeys {
    /** Where there is no key provider. */
    public static final EncryptedKeys NONE = new EncryptedKeys(null, work -> {});

    /** How many are fetched at once. */
    static final int AT_ONCE = 100;

    /** With how many left others are fetched. */
    static final int LOW = 30;

    /** How many names of keys are remembered; what is at hand for others is forgotten. */
    private static final int MOST_NAMES = 1_000;

    private final @Nullable KeyProvider provider;
    private final Executor background;
    private final Map<String, Supply> supplies = new ConcurrentHashMap<>();
    private final Map<String, Optional<String>> ciphers = new ConcurrentHashMap<>();

    /** The keys of one name. Guarded by itself. */
    private static final class Supply {
        private final Queue<EncryptedKey> keys = new ArrayDeque<>();
        private boolean fetching;
    }

    /**
     * Keys of this provider.
     *
     * @param background fetches keys before they are needed; may refuse
     */
    public EncryptedKeys(@Nullable KeyProvider provider, Executor background) {
        this.provider = provider;
        this.background = requireNonNull(background, "background");
    }

    /** How clients reach the key provider; empty if there is none. */
    public String uri() {
        return provider == null ? "" : provider.uri();
    }

    /** Whether there is a key provider. */
    public boolean hasProvider() {
        return provider != null;
    }

    /**
     * The name of the cipher of a key; nothing if there is no such key. What the provider says is used once.
     *
     * @throws NotPrepared if the provider has not been asked: it asks
     */
    public Optional<String> cipher(String key) {
        Optional<String> answer = ciphers.remove(key);
        if (answer == null) {
            throw new NotPrepared(() -> askCipher(key));
        }
        return answer;
    }

    private void askCipher(String key) {
        if (ciphers.size() >= MOST_NAMES) {
            ciphers.clear();
        }
        try {
            ciphers.put(key, required().cipher(key));
        } catch (IOException e) {
            throw failure(key, e);
        }
    }

    /**
     * Takes a key that nobody else gets.
     *
     * @throws NotPrepared if none is at hand: it fetches some
     */
    public EncryptedKey take(String name) {
        Supply supply = supply(name);
        EncryptedKey key;
        boolean fetch;
        synchronized (supply) {
            key = supply.keys.poll();
            fetch = key != null && supply.keys.size() < LOW && !supply.fetching;
            supply.fetching |= fetch;
        }
        if (key == null) {
            throw new NotPrepared(() -> fetch(name));
        }
        if (fetch) {
            try {
                background.execute(() -> fetchAhead(name, supply));
            } catch (RejectedExecutionException ending) {
                fetched(supply);
            }
        }
        return key;
    }

    /** Has some keys at hand. */
    void fetch(String name) {
        Supply supply = supply(name);
        try {
            List<EncryptedKey> keys = required().generate(name, AT_ONCE);
            synchronized (supply) {
                supply.keys.addAll(keys);
            }
        } catch (IOException e) {
            throw failure(name, e);
        }
    }

    private void fetchAhead(String name, Supply supply) {
        try {
            fetch(name);
        } catch (FsException later) {
            // The caller that takes the last one is told.
        } finally {
            fetched(supply);
        }
    }

    private static void fetched(Supply supply) {
        synchronized (supply) {
            supply.fetching = false;
        }
    }

    private Supply supply(String name) {
        if (supplies.size() >= MOST_NAMES && !supplies.containsKey(name)) {
            supplies.clear();
        }
        return supplies.computeIfAbsent(name, none -> new Supply());
    }

    private KeyProvider required() {
        KeyProvider known = provider;
        if (known == null) {
            throw new FsException(
                    ErrorCode.IO_ERROR,
                    "this λFS knows no key provider: start it with --key-provider, as docs/encryption-zones.md says");
        }
        return known;
    }

    private static FsException failure(String name, IOException e) {
        return new FsException(
                ErrorCode.IO_ERROR, "the key provider gave nothing for the key " + name + ": " + e.getMessage(), e);
    }
}
