package io.lambdafs.namenode.encryption;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lambdafs.fs.FsException;
import io.lambdafs.namenode.NotPrepared;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

final class EncryptedKeysTest {
    private final TwinKeyProvider provider = new TwinKeyProvider();
    private final List<Runnable> background = new ArrayList<>();
    private final EncryptedKeys keys = new EncryptedKeys(provider, background::add);

    @Test
    void keysAreGivenOnce_andFetchedAgainBeforeTheLast() {
        assertThatThrownBy(() -> keys.take("k")).isInstanceOf(NotPrepared.class);
        keys.fetch("k");
        Set<EncryptedKey> taken = new HashSet<>();
        for (int i = 0; i < EncryptedKeys.AT_ONCE - EncryptedKeys.LOW; i++) {
            taken.add(keys.take("k"));
        }
        assertThat(background).isEmpty();
        taken.add(keys.take("k"));
        taken.add(keys.take("k"));
        assertThat(background).hasSize(1);

        background.remove(0).run();

        for (int i = 0; i < EncryptedKeys.AT_ONCE; i++) {
            taken.add(keys.take("k"));
        }
        assertThat(taken).hasSize(2 * EncryptedKeys.AT_ONCE - EncryptedKeys.LOW + 2);
        assertThat(provider.asked).isEqualTo(2);
    }

    @Test
    void whatIsAtHand_isUsedWhileTheProviderIsAway_andThenItIsSaid() {
        keys.fetch("k");
        provider.away = true;
        for (int i = 0; i < EncryptedKeys.AT_ONCE; i++) {
            assertThat(keys.take("k").version()).isEqualTo("k@0");
            background.forEach(Runnable::run);
            background.clear();
        }
        assertThatThrownBy(() -> keys.fetch("k"))
                .isInstanceOf(FsException.class)
                .hasMessageContaining("the key provider gave nothing for the key k: it is away");
        provider.away = false;
        keys.fetch("k");
        assertThat(keys.take("k")).isNotNull();
    }

    @Test
    void refusedBackgroundWork_isTriedAgain() {
        EncryptedKeys ending = new EncryptedKeys(provider, work -> {
            background.add(work);
            throw new RejectedExecutionException("ending");
        });
        ending.fetch("k");
        for (int i = 0; i < EncryptedKeys.AT_ONCE; i++) {
            assertThat(ending.take("k")).isNotNull();
        }
        assertThat(background).hasSize(EncryptedKeys.LOW);
    }

    @Test
    void withoutAProvider_nothingIsPrepared() {
        assertThat(EncryptedKeys.NONE.uri()).isEmpty();
        assertThatThrownBy(() -> EncryptedKeys.NONE.fetch("k")).hasMessageContaining("--key-provider");
    }
}
