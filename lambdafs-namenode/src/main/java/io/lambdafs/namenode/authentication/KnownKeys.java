package io.lambdafs.namenode.authentication;

import static java.util.Objects.requireNonNull;

import io.lambdafs.authentication.DelegationToken;
import io.lambdafs.authentication.DelegationTokens;
import io.lambdafs.authentication.KeptServiceKey;
import io.lambdafs.authentication.ServiceKeys;
import io.lambdafs.fs.FsException;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.Transaction;
import io.lambdafs.store.TransactionRunner;
import io.lambdafs.wire.ErrorCode;
import io.lambdafs.wire.authentication.Credential;
import io.lambdafs.wire.authentication.DelegationTokenId;
import io.lambdafs.wire.authentication.SigningKey;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;

/**
 * The keys that requests of late were signed with. Keeps each for a while, so that most requests need no round trip: a token that is
 * cancelled is refused everywhere when that time is over. While the store does not answer, what was read goes on counting. Thread-safe.
 */
public final class KnownKeys {
    /** For how long a key counts that was read. */
    public static final Duration FRESH = Duration.ofSeconds(30);

    /** For how long the key of a service counts while the store does not answer. */
    private static final Duration WITHOUT_STORE = Duration.ofMinutes(10);

    /** About 1 KB each. */
    private static final int MOST = 10_000;

    /** For how long a refusal of a token counts, or its end, which otherwise costs a round trip each time. */
    private static final Duration REFUSED = Duration.ofSeconds(5);

    /** How many keys that have not been seen are read at once, so that strangers who make them up do not keep others from the store. */
    private static final int MOST_UNSEEN = 16;

    private final TransactionRunner store;
    private final InstantSource clock;
    private final Map<Credential, KnownKey> known = new ConcurrentHashMap<>();
    private final Map<Credential, Refusal> refused = new ConcurrentHashMap<>();
    private final Semaphore unseen = new Semaphore(MOST_UNSEEN);

    private record Refusal(ErrorCode code, String message, long millis) {
        FsException exception() {
            return new FsException(code, message);
        }
    }

    /** Of this store. */
    public KnownKeys(TransactionRunner store, InstantSource clock) {
        this.store = requireNonNull(store, "store");
        this.clock = requireNonNull(clock, "clock");
    }

    /** What time it is, in milliseconds since 1970. */
    long nowMillis() {
        return clock.millis();
    }

    /** The key of this credential, if it need not be read. */
    Optional<KnownKey> atOnce(Credential credential) {
        return Optional.ofNullable(known.get(credential)).filter(this::isFresh);
    }

    /* A token that has ended may have been renewed since it was read. */
    private boolean isFresh(KnownKey key) {
        long now = clock.millis();
        Duration fresh = key.hasEnded(now) ? REFUSED : FRESH;
        return Math.abs(now - key.readMillis()) < fresh.toMillis();
    }

    /**
     * The key of this credential. May take a round trip.
     *
     * @throws FsException if there is none
     * @throws StoreException if the store does not answer, and the key has not been read before
     */
    KnownKey get(Credential credential) {
        KnownKey before = known.get(credential);
        if (before != null && isFresh(before)) {
            return before;
        }
        return before == null ? readUnseen(credential) : readAgain(credential, before);
    }

    private KnownKey readUnseen(Credential credential) {
        Refusal refusal = refused.get(credential);
        if (refusal != null && Math.abs(clock.millis() - refusal.millis()) < REFUSED.toMillis()) {
            throw refusal.exception();
        }
        if (!unseen.tryAcquire()) {
            throw new FsException(
                    ErrorCode.OVERLOADED, "too many requests with unknown tokens come at once: send the request again");
        }
        try {
            return readAndKeep(credential);
        } finally {
            unseen.release();
        }
    }

    private KnownKey readAgain(Credential credential, KnownKey before) {
        try {
            return readAndKeep(credential);
        } catch (StoreException e) {
            if (e.kind().retriable() && mayGoOn(before)) {
                return before;
            }
            throw e;
        }
    }

    private KnownKey readAndKeep(Credential credential) {
        try {
            KnownKey read = store.read(tx -> read(tx, credential));
            refused.remove(credential);
            keep(credential, read);
            return read;
        } catch (FsException e) {
            known.remove(credential);
            keepRefused(credential, e);
            throw e;
        }
    }

    /* A new key of a service may be used at the moment at which the store learns of it. */
    private void keepRefused(Credential credential, FsException e) {
        if (credential.kind() == Credential.Kind.DELEGATION_TOKEN) {
            long now = clock.millis();
            if (refused.size() >= MOST) {
                refused.values().removeIf(old -> Math.abs(now - old.millis()) >= REFUSED.toMillis());
            }
            if (refused.size() < MOST) {
                refused.put(credential, new Refusal(e.code(), String.valueOf(e.getMessage()), now));
            }
        }
    }

    /* A token has an end of its own; a key of a service that was replaced would have none. */
    private boolean mayGoOn(KnownKey key) {
        return key.token() != null || clock.millis() - key.readMillis() < WITHOUT_STORE.toMillis();
    }

    private void keep(Credential credential, KnownKey read) {
        if (known.size() >= MOST) {
            known.values().removeIf(key -> !isFresh(key));
        }
        if (known.size() < MOST) {
            known.put(credential, read);
        }
    }

    private KnownKey read(Transaction tx, Credential credential) {
        long now = clock.millis();
        return switch (credential.kind()) {
            case SERVICE_KEY -> serviceKey(tx, credential, now);
            case DELEGATION_TOKEN -> {
                DelegationToken token = token(tx, credential);
                yield new KnownKey(new SigningKey(credential, token.secret()), token, KeptServiceKey.NO_END, now);
            }
        };
    }

    private static KnownKey serviceKey(Transaction tx, Credential credential, long now) {
        return new ServiceKeys(tx)
                .kept().stream()
                        .map(kept -> new KnownKey(kept.key().signing(), null, kept.endsMillis(), now))
                        .filter(known -> known.key().credential().equals(credential))
                        .findFirst()
                        .orElseThrow(() -> new FsException(ErrorCode.UNAUTHENTICATED, KnownKey.REPLACED));
    }

    private static DelegationToken token(Transaction tx, Credential credential) {
        DelegationTokenId id;
        try {
            id = DelegationTokenId.decode(credential.identifier());
        } catch (IllegalArgumentException e) {
            throw new FsException(ErrorCode.INVALID_TOKEN, String.valueOf(e.getMessage()), e);
        }
        return new DelegationTokens(tx)
                .find(id.number())
                // The number alone is a guess.
                .filter(token -> new Credential(
                                Credential.Kind.DELEGATION_TOKEN, token.id().encode())
                        .equals(credential))
                .orElseThrow(
                        () -> new FsException(ErrorCode.INVALID_TOKEN, "token (" + id + ") can't be found in cache"));
    }
}
