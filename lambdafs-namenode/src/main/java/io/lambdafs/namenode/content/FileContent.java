package io.lambdafs.namenode.content;

import static java.util.Objects.requireNonNull;

import io.lambdafs.namenode.blocktoken.BlockTokens;
import io.lambdafs.namenode.message.BlockMessages;
import java.time.Duration;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/** What all operations on the content of files share. */
public record FileContent(BlockMessages messages, DataNodeView dataNodes, BlockLocator locator, BlockTokens tokens) {
    public FileContent {
        requireNonNull(messages, "messages");
        requireNonNull(dataNodes, "dataNodes");
        requireNonNull(locator, "locator");
        requireNonNull(tokens, "tokens");
    }

    /** For one file system, in a cluster that is not in secure mode. */
    public static FileContent of(String blockPoolId, Duration deadAfter, LongSupplier ticker, RandomGenerator random) {
        return of(blockPoolId, deadAfter, ticker, random, BlockTokens.off());
    }

    /**
     * For one file system.
     *
     * @param deadAfter the silence after which a DataNode counts as dead
     * @param ticker nanoseconds since anything
     * @param random thread-safe
     */
    public static FileContent of(
            String blockPoolId, Duration deadAfter, LongSupplier ticker, RandomGenerator random, BlockTokens tokens) {
        BlockMessages messages = new BlockMessages(blockPoolId);
        DataNodeView dataNodes = new DataNodeView(deadAfter, ticker);
        return new FileContent(messages, dataNodes, new BlockLocator(messages, dataNodes, random), tokens);
    }
}
