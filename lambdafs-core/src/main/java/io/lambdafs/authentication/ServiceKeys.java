package io.lambdafs.authentication;

import static java.util.Objects.requireNonNull;

import io.lambdafs.fs.INodeId;
import io.lambdafs.store.Detail;
import io.lambdafs.store.DetailKey;
import io.lambdafs.store.DetailKind;
import io.lambdafs.store.Transaction;
import io.lambdafs.wire.authentication.ServiceKey;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The service keys in the store: one, and those that were replaced and may still count for a while. */
public final class ServiceKeys {
    /** How many there may be. */
    public static final int MOST = 16;

    private final Transaction tx;

    public ServiceKeys(Transaction tx) {
        this.tx = requireNonNull(tx, "tx");
    }

    /** All that are kept, the newest one last. */
    public List<KeptServiceKey> kept() {
        return tx.details().of(INodeId.NONE, DetailKind.SERVICE_KEY, 1, MOST).stream()
                .map(detail -> KeptServiceKey.parse(new String(detail.value(), StandardCharsets.UTF_8)))
                .toList();
    }

    /** The keys of all that are kept, the newest one last. */
    public List<ServiceKey> all() {
        return kept().stream().map(KeptServiceKey::key).toList();
    }

    /** Makes a key valid, without an end. */
    public void put(ServiceKey key) {
        put(new KeptServiceKey(key, KeptServiceKey.NO_END));
    }

    /** Keeps a key, or changes its end. */
    public void put(KeptServiceKey kept) {
        tx.details().put(new Detail(key(kept.key().number()), kept.text().getBytes(StandardCharsets.UTF_8)));
    }

    /** Makes the key with this number invalid. */
    public void remove(int number) {
        tx.details().delete(List.of(key(number)));
    }

    private static DetailKey key(int number) {
        return new DetailKey(INodeId.NONE, DetailKind.SERVICE_KEY, number);
    }
}
