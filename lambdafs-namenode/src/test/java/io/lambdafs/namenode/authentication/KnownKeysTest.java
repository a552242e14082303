package io.lambdafs.namenode.authentication;

import static io.lambdafs.namenode.authentication.SecureFixture.caller;
import static io.lambdafs.namenode.authentication.SecureFixture.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lambdafs.fs.FsException;
import io.lambdafs.store.StoreException;
import io.lambdafs.wire.authentication.Credential;
import io.lambdafs.wire.authentication.ServiceKey;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class KnownKeysTest {
    private static final int MOST_UNSEEN = 16;

    private final SecureFixture secure = new SecureFixture();

    @Test
    void strangersWithMadeUpKeys_areReadAFewAtATime() throws Exception {
        CountDownLatch reading = new CountDownLatch(MOST_UNSEEN);
        CountDownLatch mayGoOn = new CountDownLatch(1);
        // It is asked for the time within each read of the store.
        InstantSource slow = () -> {
            reading.countDown();
            await(mayGoOn);
            return secure.cluster.instant();
        };
        KnownKeys keys = new KnownKeys(secure.cluster.runner, slow);
        List<Thread> strangers = new ArrayList<>();
        for (int i = 0; i < MOST_UNSEEN; i++) {
            Credential madeUp = ServiceKey.random(100 + i).signing().credential();
            Thread stranger =
                    new Thread(() -> assertThatThrownBy(() -> keys.get(madeUp)).isInstanceOf(FsException.class));
            stranger.start();
            strangers.add(stranger);
        }
        await(reading);
        try {
            assertThatThrownBy(() -> keys.get(ServiceKey.random(99).signing().credential()))
                    .hasMessageContaining("too many requests with unknown tokens");
        } finally {
            mayGoOn.countDown();
        }
        for (Thread stranger : strangers) {
            stranger.join();
        }
        assertThatThrownBy(() -> keys.get(ServiceKey.random(98).signing().credential()))
                .hasMessageContaining("none of this cluster");
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void whileTheStoreIsAway_aServiceKeyGoesOnForTenMinutes_andATokenUntilItsEnd() throws Exception {
        KnownKeys keys = new KnownKeys(secure.cluster.runner, secure.cluster);
        Credential service = SecureFixture.SERVICE.signing().credential();
        Credential token = key(secure.token(caller("alice"), "yarn")).credential();
        KnownKey ofService = keys.get(service);
        KnownKey ofToken = keys.get(token);
        secure.cluster.store.close();

        secure.cluster.advance(TimeUnit.MINUTES.toMillis(10) - 1);

        assertThat(keys.get(service)).isSameAs(ofService);

        secure.cluster.advance(1);

        assertThatThrownBy(() -> keys.get(service)).isInstanceOf(StoreException.class);
        assertThat(keys.get(token)).isSameAs(ofToken);
    }
}
