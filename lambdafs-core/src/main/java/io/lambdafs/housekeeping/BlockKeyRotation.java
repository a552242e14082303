package io.lambdafs.housekeeping;

import static java.util.Objects.requireNonNull;

import io.lambdafs.blockkey.BlockKey;
import io.lambdafs.blockkey.BlockKeyConfig;
import io.lambdafs.blockkey.StoredBlockKeys;
import java.security.SecureRandom;

/** Makes the keys of block tokens and rotates them. In a cluster that is not in secure mode, it does nothing. */
final class BlockKeyRotation implements HousekeepingTask {
    private final BlockKeyConfig config;
    private final SecureRandom random;

    BlockKeyRotation(BlockKeyConfig config, SecureRandom random) {
        this.config = requireNonNull(config, "config");
        this.random = requireNonNull(random, "random");
    }

    @Override
    public String name() {
        return "block keys";
    }

    @Override
    public void run(Duty duty) {
        if (config.enabled()
                && duty.read(tx -> StoredBlockKeys.read(tx)
                        .map(keys -> StoredBlockKeys.isChangeDue(keys, config, tx.nowMillis()))
                        .orElse(true))) {
            boolean changed = duty.write(tx -> StoredBlockKeys.renew(tx, config, this::secret));
            duty.count(HousekeepingCount.BLOCK_KEYS_RENEWED, changed ? 1 : 0);
        }
    }

    private byte[] secret() {
        byte[] secret = new byte[BlockKey.SECRET_BYTES];
        random.nextBytes(secret);
        return secret;
    }
}
