package io.lambdafs.datanode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lambdafs.blockkey.BlockKeyConfig;
import io.lambdafs.blockkey.BlockKeys;
import io.lambdafs.blockkey.StoredBlockKeys;
import io.lambdafs.datanode.access.PeerToken;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.apache.hadoop.hdfs.security.token.block.BlockKey;
import org.apache.hadoop.hdfs.security.token.block.ExportedBlockKeys;
import org.apache.hadoop.hdfs.server.protocol.KeyUpdateCommand;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.token.Token;
import org.apache.hadoop.security.token.TokenIdentifier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** When a DataNode gets which keys, over a clock that is moved by hand. */
final class BlockKeyDeliveryTest {
    private static final BlockKeyConfig CONFIG =
            new BlockKeyConfig(true, Duration.ofMinutes(40), Duration.ofMinutes(80), Duration.ofMinutes(5));

    private final AtomicLong now = new AtomicLong(1_000_000);
    private final TestFileSystem cluster = new TestFileSystem(this::instant);
    private final Random random = new Random(4);
    private Runnable whileWaiting = () -> {};

    private Instant instant() {
        return Instant.ofEpochMilli(now.get());
    }

    private BlockKeyDelivery delivery(boolean secure) {
        return new BlockKeyDelivery(
                secure,
                cluster.writer,
                this::instant,
                duration -> {
                    now.addAndGet(duration.toMillis());
                    whileWaiting.run();
                },
                new PeerToken(cluster.store.identity().blockPoolId()));
    }

    private void renew() {
        cluster.write(tx -> StoredBlockKeys.renew(tx, CONFIG, () -> {
            byte[] secret = new byte[io.lambdafs.blockkey.BlockKey.SECRET_BYTES];
            random.nextBytes(secret);
            return secret;
        }));
    }

    private BlockKeys stored() {
        return cluster.writer.read(StoredBlockKeys::read).orElseThrow();
    }

    private void assertStored(Optional<KeyUpdateCommand> delivered) {
        ExportedBlockKeys keys = delivered.orElseThrow().getExportedKeys();
        assertThat(keys.isBlockTokenEnabled()).isTrue();
        assertThat(keys.getTokenLifetime()).isEqualTo(CONFIG.lifetime().toMillis());
        assertThat(keys.getCurrentKey().getKeyId()).isEqualTo(stored().current().id());
        assertThat(Stream.of(keys.getAllKeys()).map(BlockKey::getEncodedKey).toList())
                .usingRecursiveComparison()
                .isEqualTo(stored().all().stream()
                        .map(io.lambdafs.blockkey.BlockKey::secret)
                        .toList());
        assertThat(Stream.of(keys.getAllKeys()).map(BlockKey::getExpiryDate).toList())
                .isEqualTo(stored().all().stream()
                        .map(io.lambdafs.blockkey.BlockKey::expiryMillis)
                        .toList());
    }

    /** What this process shows other DataNodes. */
    private static Optional<Token<? extends TokenIdentifier>> peerToken() throws IOException {
        return UserGroupInformation.getLoginUser().getTokens().stream()
                .filter(token -> token.getKind().toString().equals("HDFS_BLOCK_TOKEN"))
                .findFirst();
    }

    @AfterEach
    void forget() throws IOException {
        PeerToken.forget();
        assertThat(peerToken()).isEmpty();
    }

    @Test
    void withoutSecureMode_thereAreNoKeys() throws IOException {
        BlockKeyDelivery delivery = delivery(false);
        assertThat(delivery.announced().isBlockTokenEnabled()).isFalse();
        assertThat(delivery.isOwed()).isFalse();
        renew();
        assertThat(delivery.due()).isEmpty();
        assertThat(peerToken()).isEmpty();
    }

    @Test
    void registration_waitsForTheFirstKeysButNotForLong() throws IOException {
        BlockKeyDelivery delivery = delivery(true);
        assertThatThrownBy(delivery::announced)
                .isInstanceOf(IOException.class)
                .hasMessageContaining("no block keys yet");
        assertThat(delivery.isOwed()).isFalse();
        assertThat(instant()).isEqualTo(Instant.ofEpochMilli(1_000_000).plusSeconds(5));
        whileWaiting = this::renew;
        ExportedBlockKeys announced = delivery.announced();
        assertThat(announced.isBlockTokenEnabled()).isTrue();
        assertThat(announced.getTokenLifetime()).isEqualTo(CONFIG.lifetime().toMillis());
        // Hadoop takes keys from commands only.
        assertThat(announced.getAllKeys()).isEmpty();
        assertThat(delivery.isOwed()).isTrue();
    }

    @Test
    void keys_comeAfterARegistrationAndSeveralTimesInAnInterval() throws IOException {
        renew();
        BlockKeyDelivery delivery = delivery(true);
        delivery.announced();
        assertStored(delivery.due());
        assertThat(delivery.isOwed()).isFalse();
        Token<? extends TokenIdentifier> shown = peerToken().orElseThrow();
        assertThat(delivery.due()).isEmpty();

        now.addAndGet(CONFIG.interval().toMillis() / 8);
        assertStored(delivery.due());
        assertThat(peerToken().orElseThrow()).isNotEqualTo(shown);
        delivery.announced();
        assertStored(delivery.due());
    }

    @Test
    void keysThatNobodyRenewed_areLookedForAtEachHeartbeat() throws IOException {
        renew();
        BlockKeyDelivery delivery = delivery(true);
        delivery.announced();
        delivery.due();
        now.addAndGet(CONFIG.interval().multipliedBy(3).toMillis());
        assertStored(delivery.due());
        renew();
        assertStored(delivery.due());
        assertThat(delivery.due()).isEmpty();
    }
}
