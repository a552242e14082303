package io.lambdafs.client.authentication;

import static java.util.Objects.requireNonNull;

import io.lambdafs.wire.authentication.Credential;
import io.lambdafs.wire.authentication.DelegationTokenId;
import io.lambdafs.wire.authentication.SigningKey;
import java.io.IOException;
import java.util.Collection;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.hadoop.hdfs.security.token.delegation.DelegationTokenIdentifier;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.token.Token;
import org.apache.hadoop.security.token.TokenIdentifier;
import org.jspecify.annotations.Nullable;

/**
 * The keys of a user's delegation token, which the process was given or a gateway issues for the user's Kerberos
 * ticket. A token that a gateway issued is replaced when three quarters of its time are over; while no gateway answers,
 * it is used until its end. Thread-safe.
 */
public final class TokenKeys implements CallKeys {
    /** How often the user's tokens are looked at: Spark and others replace them in a running process. */
    private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(10);

    private static final Text KIND = new Text(DelegationTokenId.KIND);

    /** What tokens are asked of. */
    public interface Issuer {
        /** A new token; null from a cluster in simple mode. */
        @Nullable
        Token<DelegationTokenIdentifier> token(Text renewer) throws IOException;

        /** Renews a token; returns until when it is good, in milliseconds since 1970. */
        long renew(Token<DelegationTokenIdentifier> token) throws IOException;
    }

    private final UserGroupInformation user;
    private final Set<Text> services;
    private final Issuer issuer;
    private final LongSupplier nanoTime;
    private final LongSupplier millis;
    private volatile @Nullable Held held;

    /**
     * The keys of this user.
     *
     * @param services what tokens name as the service that is the cluster
     * @param nanoTime a monotonic clock
     * @param millis the time, in milliseconds since 1970
     */
    public TokenKeys(
            UserGroupInformation user, Set<Text> services, Issuer issuer, LongSupplier nanoTime, LongSupplier millis) {
        this.user = requireNonNull(user, "user");
        this.services = requireNonNull(services, "services");
        this.issuer = requireNonNull(issuer, "issuer");
        this.nanoTime = requireNonNull(nanoTime, "nanoTime");
        this.millis = requireNonNull(millis, "millis");
    }

    /** A key, and for how long it is used without looking for another. Immutable. */
    private static final class Held {
        private final SigningKey key;
        private final boolean own;
        private final long untilNanos;
        private final long replaceAtMillis;
        private final long endsAtMillis;

        Held(SigningKey key, boolean own, long untilNanos, long replaceAtMillis, long endsAtMillis) {
            this.key = key;
            this.own = own;
            this.untilNanos = untilNanos;
            this.replaceAtMillis = replaceAtMillis;
            this.endsAtMillis = endsAtMillis;
        }

        Held until(long nanos) {
            return new Held(key, own, nanos, replaceAtMillis, endsAtMillis);
        }
    }

    @Override
    public SigningKey current() throws IOException {
        Held now = held;
        if (now != null && nanoTime.getAsLong() - now.untilNanos < 0) {
            return now.key;
        }
        return look();
    }

    private synchronized SigningKey look() throws IOException {
        long until = nanoTime.getAsLong() + LOOK_NANOS;
        Held before = held;
        if (before != null && nanoTime.getAsLong() - before.untilNanos < 0) {
            return before.key;
        }
        Token<? extends TokenIdentifier> given = given(user.getTokens());
        Held found;
        if (given != null) {
            SigningKey key = key(given);
            found = new Held(kept(before, key), false, until, Long.MAX_VALUE, Long.MAX_VALUE);
        } else if (before != null && before.own && millis.getAsLong() < before.replaceAtMillis) {
            found = before.until(until);
        } else {
            found = issued(before, until);
        }
        held = found;
        return found.key;
    }

    /* A key that is the same as before need not be made again. */
    private static SigningKey kept(@Nullable Held before, SigningKey key) {
        return before != null && before.key.credential().equals(key.credential()) ? before.key : key;
    }

    private @Nullable Token<? extends TokenIdentifier> given(Collection<Token<? extends TokenIdentifier>> tokens) {
        for (Token<? extends TokenIdentifier> token : tokens) {
            if (token.getKind().equals(KIND) && services.contains(token.getService())) {
                return token;
            }
        }
        return null;
    }

    private Held issued(@Nullable Held before, long until) throws IOException {
        UserGroupInformation real = user.getRealUser();
        if (!(real == null ? user : real).hasKerberosCredentials()) {
            throw new AccessControlException("λFS is in secure mode, and " + user.getUserName()
                    + " has neither a delegation token for " + services + " nor a Kerberos ticket: run kinit, or name a"
                    + " file with a token in HADOOP_TOKEN_FILE_LOCATION");
        }
        try {
            // The user who renews it below, by the name that the gateway maps as it maps that of the caller.
            Token<DelegationTokenIdentifier> token = issuer.token(new Text(user.getUserName()));
            if (token == null) {
                throw new AccessControlException(
                        "λFS is in simple mode, and this client is set to secure mode: it issues no delegation tokens");
            }
            long now = millis.getAsLong();
            long expires = issuer.renew(token);
            return new Held(key(token), true, until, now + (expires - now) * 3 / 4, expires);
        } catch (IOException e) {
            if (before != null && before.own && millis.getAsLong() < before.endsAtMillis) {
                return before.until(until);
            }
            // Says more than a NameNode, which would only find that the token has ended.
            throw e;
        }
    }

    private static SigningKey key(Token<? extends TokenIdentifier> token) {
        return new SigningKey(
                new Credential(Credential.Kind.DELEGATION_TOKEN, token.getIdentifier()), token.getPassword());
    }
}
