package io.lambdafs.authentication;

import static java.util.Objects.requireNonNull;

import io.lambdafs.fs.INodeId;
import io.lambdafs.store.Detail;
import io.lambdafs.store.DetailKey;
import io.lambdafs.store.DetailKind;
import io.lambdafs.store.LockMode;
import io.lambdafs.store.RowLock;
import io.lambdafs.store.Transaction;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;

/** The delegation tokens in the store. */
public final class DelegationTokens {
    private static final DetailKey LATEST = key(0);

    private final Transaction tx;

    public DelegationTokens(Transaction tx) {
        this.tx = requireNonNull(tx, "tx");
    }

    /** A number that no token has had; after 2^31 tokens they begin again. A transaction that takes one waits for others that do. */
    public int takeNumber() {
        List<Detail> locked = tx.details().lock(List.of(LATEST));
        if (locked.isEmpty()) {
            // Nobody can lock what is not there; the root is.
            tx.inodes().lock(List.of(new RowLock(INodeId.ROOT, LockMode.EXCLUSIVE)));
            locked = tx.details().get(List.of(LATEST));
        }
        int latest =
                locked.isEmpty() ? 0 : ByteBuffer.wrap(locked.get(0).value()).getInt();
        int number = latest == Integer.MAX_VALUE ? 1 : latest + 1;
        tx.details()
                .put(new Detail(
                        LATEST,
                        ByteBuffer.allocate(Integer.BYTES).putInt(number).array()));
        return number;
    }

    /** Adds a token, or replaces the one with its number. */
    public void put(DelegationToken token) {
        tx.details().put(new Detail(key(token.id().number()), token.encode()));
    }

    /** The token with this number. */
    public Optional<DelegationToken> find(int number) {
        return number < 1 ? Optional.empty() : only(tx.details().get(List.of(key(number))));
    }

    /** The token with this number, which nobody else changes until the transaction ends. */
    public Optional<DelegationToken> lock(int number) {
        return number < 1 ? Optional.empty() : only(tx.details().lock(List.of(key(number))));
    }

    private static Optional<DelegationToken> only(List<Detail> found) {
        return found.stream().findFirst().map(detail -> DelegationToken.decode(detail.value()));
    }

    /** All tokens, the oldest number first. */
    public List<DelegationToken> all() {
        return Detail.all(tx, INodeId.NONE, DetailKind.DELEGATION_TOKEN).stream()
                .filter(detail -> detail.key().label() != LATEST.label())
                .map(detail -> DelegationToken.decode(detail.value()))
                .toList();
    }

    /** The tokens from this number on, the oldest number first; no more than a limit. */
    public List<DelegationToken> from(int number, int limit) {
        return tx.details().of(INodeId.NONE, DetailKind.DELEGATION_TOKEN, Math.max(1, number), limit).stream()
                .map(detail -> DelegationToken.decode(detail.value()))
                .toList();
    }

    /** Takes these tokens away. A renewal that runs at the same time does not bring one back. */
    public void removeAll(List<DelegationToken> tokens) {
        tx.details()
                .delete(tokens.stream().map(token -> key(token.id().number())).toList());
    }

    /** Takes the token with this number away. */
    public void remove(int number) {
        tx.details().delete(List.of(key(number)));
    }

    /**
     * Takes away tokens that have ended, among the oldest ones.
     *
     * @param limit how many tokens it looks at
     */
    public void removeExpired(long nowMillis, int limit) {
        List<DetailKey> expired = tx.details().of(INodeId.NONE, DetailKind.DELEGATION_TOKEN, 1, limit).stream()
                .filter(detail -> DelegationToken.decode(detail.value()).expiresMillis() < nowMillis)
                .map(Detail::key)
                .toList();
        if (!expired.isEmpty()) {
            tx.details().delete(expired);
        }
    }

    private static DetailKey key(int number) {
        return new DetailKey(INodeId.NONE, DetailKind.DELEGATION_TOKEN, number);
    }
}
