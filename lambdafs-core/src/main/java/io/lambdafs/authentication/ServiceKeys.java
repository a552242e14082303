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

/** The service keys in the store, as many as are valid at once: two while one replaces the other. */
public final class ServiceKeys {
    private static final int MOST = 16;

    private final Transaction tx;

    public ServiceKeys(Transaction tx) {
        this.tx = requireNonNull(tx, "tx");
    }

    /** All that are valid, the newest one last. */
    public List<ServiceKey> all() {
        return tx.details().of(INodeId.NONE, DetailKind.SERVICE_KEY, 1, MOST).stream()
                .map(detail -> ServiceKey.parse(new String(detail.value(), StandardCharsets.UTF_8)))
                .toList();
    }

    /** Makes a key valid. */
    public void put(ServiceKey key) {
        tx.details().put(new Detail(key(key.number()), key.text().getBytes(StandardCharsets.UTF_8)));
    }

    /** Makes the key with this number invalid. */
    public void remove(int number) {
        tx.details().delete(List.of(key(number)));
    }

    private static DetailKey key(int number) {
        return new DetailKey(INodeId.NONE, DetailKind.SERVICE_KEY, number);
    }
}
