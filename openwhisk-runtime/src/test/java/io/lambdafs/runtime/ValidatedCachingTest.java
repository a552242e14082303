package io.lambdafs.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.StoreException;
import java.lang.reflect.Proxy;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class ValidatedCachingTest {
    @Test
    void storeWithoutAChangeFeed_isRefused() {
        MetadataStore without = (MetadataStore) Proxy.newProxyInstance(
                MetadataStore.class.getClassLoader(),
                new Class<?>[] {MetadataStore.class},
                (proxy, method, arguments) -> Optional.empty());
        assertThatThrownBy(() -> ValidatedCaching.feedOf(without))
                .isInstanceOfSatisfying(
                        StoreException.class,
                        refused -> assertThat(refused.kind()).isEqualTo(StoreException.Kind.INCOMPATIBLE))
                .hasMessageContaining("LAMBDAFS_MODE=validate needs a store with a change feed");
    }
}
