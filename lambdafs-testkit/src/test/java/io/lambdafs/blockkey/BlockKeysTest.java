package io.lambdafs.blockkey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lambdafs.fs.INodeId;
import io.lambdafs.store.Detail;
import io.lambdafs.store.DetailKey;
import io.lambdafs.store.DetailKind;
import io.lambdafs.store.RetryPolicy;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.TransactionRunner;
import io.lambdafs.store.WriterId;
import io.lambdafs.testkit.store.InMemoryMetadataStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class BlockKeysTest {
    private static final BlockKeyConfig CONFIG =
            new BlockKeyConfig(true, Duration.ofMinutes(10), Duration.ofMinutes(25), Duration.ofMinutes(5));

    /* Clocks so far apart that the other times leave no room for it: an interval is hardly longer, and a NameNode remembers keys for half of it. */
    private static final BlockKeyConfig FAR_APART =
            new BlockKeyConfig(true, CONFIG.interval(), CONFIG.lifetime(), Duration.ofMinutes(8));

    private final AtomicLong now = new AtomicLong(1_000_000_000);
    private final InMemoryMetadataStore store = new InMemoryMetadataStore(() -> Instant.ofEpochMilli(now.get()));
    private final TransactionRunner runner =
            new TransactionRunner(store, RetryPolicy.defaults(), duration -> {}, new Random(1));
    private final WriterId writer = store.registerWriter("test");
    private final Random random = new Random(2);

    private boolean renew() {
        return renew(CONFIG);
    }

    private boolean renew(BlockKeyConfig config) {
        return runner.write(writer, tx -> StoredBlockKeys.renew(tx, config, this::secret));
    }

    private byte[] secret() {
        byte[] secret = new byte[BlockKey.SECRET_BYTES];
        random.nextBytes(secret);
        return secret;
    }

    private BlockKeys keys() {
        return runner.read(StoredBlockKeys::read).orElseThrow();
    }

    private List<Integer> ids() {
        return keys().all().stream().map(BlockKey::id).toList();
    }

    private void pass(Duration time) {
        now.addAndGet(time.toMillis());
    }

    @Test
    void firstKeys_areACurrentOneAndTheNext() {
        assertThat(runner.read(StoredBlockKeys::read)).isEmpty();
        assertThat(renew()).isTrue();
        assertThat(ids()).containsExactly(1, 2);
        assertThat(keys().current().id()).isEqualTo(1);
        assertThat(keys().lifetime()).isEqualTo(CONFIG.lifetime());
        assertThat(keys().interval()).isEqualTo(CONFIG.interval());
        assertThat(keys().all().get(0).secret())
                .isNotEqualTo(keys().all().get(1).secret());
        assertThat(renew()).isFalse();
    }

    @Test
    void nextKey_becomesTheCurrentOneAfterAnInterval() {
        renew();
        BlockKey announced = keys().all().get(1);
        pass(CONFIG.interval().minusMillis(1));
        assertThat(renew()).isFalse();
        pass(Duration.ofMillis(1));
        assertThat(renew()).isTrue();
        assertThat(ids()).containsExactly(1, 2, 3);
        assertThat(keys().current().id()).isEqualTo(announced.id());
        assertThat(keys().current().secret()).isEqualTo(announced.secret());
    }

    @Test
    void keysThatNobodyRenewed_areReplacedByTwoNewOnes() {
        renew();
        pass(CONFIG.interval().multipliedBy(2));
        assertThat(renew()).isTrue();
        assertThat(ids()).containsExactly(1, 2, 3, 4);
        assertThat(keys().current().id()).isEqualTo(3);
        assertThat(keys().isUsable(now.get())).isTrue();
        pass(Duration.ofDays(1));
        assertThat(keys().isUsable(now.get())).isFalse();
        renew();
        assertThat(ids()).containsExactly(5, 6);
    }

    /** A token as a NameNode makes it: with which key, and when it ends by the NameNode's clock. */
    private record Made(int key, long end) {}

    /** A DataNode whose clock is wrong: the keys that it was told of, with when they end. */
    private static final class Remembering {
        private final long skew;
        private final Map<Integer, Long> keys = new TreeMap<>();

        Remembering(long skew) {
            this.skew = skew;
        }

        void told(BlockKeys told, long now) {
            keys.values().removeIf(end -> end < now + skew);
            told.all().forEach(key -> keys.put(key.id(), key.expiryMillis()));
        }

        boolean accepts(Made token, long now) {
            return now + skew > token.end() || keys.containsKey(token.key());
        }
    }

    @Test
    void clocksThatAreApart_loseNoValidToken() {
        long skew = FAR_APART.clockSkew().toMillis();
        List<Remembering> dataNodes = List.of(new Remembering(-skew), new Remembering(0), new Remembering(skew));
        List<Made> made = new ArrayList<>();
        renew(FAR_APART);
        BlockKeys held = keys();
        long heldSince = now.get();
        for (int minute = 0; minute < 200; minute++) {
            pass(Duration.ofMinutes(1));
            renew(FAR_APART);
            BlockKeys present = keys();
            // A NameNode goes on with the keys that it has for as long as it may. Its clock is ahead, and it makes the
            // latest ends.
            if (now.get() - heldSince > held.maxAge().toMillis()) {
                held = present;
                heldSince = now.get();
            }
            long nameNodeNow = now.get() + skew;
            assertThat(held.isUsable(nameNodeNow)).isTrue();
            made.add(new Made(held.current().id(), nameNodeNow + held.lifetime().toMillis()));
            // One that was just started knows what the store has and nothing else.
            Remembering late = new Remembering(-skew);
            late.told(present, now.get());
            dataNodes.forEach(node -> node.told(present, now.get()));
            for (Made token : made) {
                assertThat(dataNodes).allMatch(node -> node.accepts(token, now.get()));
                assertThat(late.accepts(token, now.get())).isTrue();
            }
        }
        assertThat(ids()).hasSizeLessThan(9);
    }

    @Test
    void keyOfWhichNoTokenIsValid_goes() {
        renew();
        for (int minute = 0; minute < 60; minute++) {
            pass(Duration.ofMinutes(1));
            renew();
        }
        assertThat(ids()).doesNotContain(1).contains(keys().current().id());
    }

    @Test
    void rowOfANewerProgram_isRefused() {
        runner.write(writer, tx -> {
            tx.details().put(new Detail(new DetailKey(INodeId.NONE, DetailKind.BLOCK_KEY, 1), new byte[] {2}));
            return tx;
        });
        assertThatThrownBy(() -> runner.read(StoredBlockKeys::read))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("use the newer program");
    }

    @Test
    void settings_areReadFromTheEnvironment() {
        assertThat(BlockKeyConfig.of(Map.of())).isEqualTo(BlockKeyConfig.off());
        assertThat(BlockKeyConfig.on())
                .isEqualTo(new BlockKeyConfig(
                        true, Duration.ofMinutes(600), Duration.ofMinutes(600), Duration.ofMinutes(5)));
        assertThat(BlockKeyConfig.of(Map.of("LAMBDAFS_SECURE", "true"))).isEqualTo(BlockKeyConfig.on());
        assertThat(BlockKeyConfig.of(Map.of(
                        "LAMBDAFS_SECURE", "true",
                        "LAMBDAFS_BLOCK_KEY_INTERVAL_MILLIS", "600000",
                        "LAMBDAFS_BLOCK_TOKEN_LIFETIME_MILLIS", "1500000",
                        "LAMBDAFS_BLOCK_KEY_CLOCK_SKEW_MILLIS", "300000")))
                .isEqualTo(CONFIG);
        for (Map<String, String> wrong : List.of(
                Map.of("LAMBDAFS_SECURE", "yes"),
                Map.of("LAMBDAFS_BLOCK_KEY_INTERVAL_MILLIS", "0"),
                Map.of("LAMBDAFS_BLOCK_TOKEN_LIFETIME_MILLIS", "long"))) {
            String name = wrong.keySet().iterator().next();
            assertThatThrownBy(() -> BlockKeyConfig.of(wrong))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(name);
        }
        assertThatThrownBy(() -> BlockKeyConfig.of(Map.of("LAMBDAFS_BLOCK_KEY_INTERVAL_MILLIS", "1000")))
                .hasMessageContaining("make the interval longer");
    }

    @Test
    void key_doesNotShowItsSecret() {
        assertThat(new BlockKey(7, 8, secret())).hasToString("block key 7 until 8");
    }
}
