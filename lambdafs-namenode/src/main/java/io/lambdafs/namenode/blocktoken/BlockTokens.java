package io.lambdafs.namenode.blocktoken;

import static java.util.Objects.requireNonNull;

import io.lambdafs.block.PlacementTarget;
import io.lambdafs.blockkey.BlockKeys;
import io.lambdafs.blockkey.StoredBlockKeys;
import io.lambdafs.fs.FsException;
import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.message.DataNodeMessages;
import io.lambdafs.store.ReadView;
import io.lambdafs.store.Transaction;
import io.lambdafs.wire.ErrorCode;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.AccessModeProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.BlockTokenSecretProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.DataEncryptionKeyProto;
import org.apache.hadoop.security.proto.SecurityProtos.TokenProto;
import org.apache.hadoop.thirdparty.protobuf.ByteString;
import org.jspecify.annotations.Nullable;

/**
 * Makes tokens for blocks with the keys in the store, which it keeps for a few minutes at most ({@link BlockKeys#maxAge}). In a cluster that
 * is not in secure mode, tokens are empty. Thread-safe.
 */
public final class BlockTokens {
    private static final String KIND = "HDFS_BLOCK_TOKEN";
    private static final int NONCE_BYTES = 8;

    /** DataNodes call each other in a name that begins so. */
    private static final String RESERVED = "lambdafs:";

    private final boolean secure;
    private final String blockPoolId;
    private final LongSupplier ticker;
    private final RandomGenerator nonces;
    private volatile @Nullable Held held;

    /** Keys as they were read, with what is derived from the current one. */
    private record Held(BlockKeys keys, BlockSignature signature, long readAt) {}

    private BlockTokens(boolean secure, String blockPoolId, LongSupplier ticker, RandomGenerator nonces) {
        this.secure = secure;
        this.blockPoolId = requireNonNull(blockPoolId, "blockPoolId");
        this.ticker = requireNonNull(ticker, "ticker");
        this.nonces = requireNonNull(nonces, "nonces");
    }

    /** Of a cluster that is not in secure mode. */
    public static BlockTokens off() {
        return new BlockTokens(false, "", () -> 0, () -> 0);
    }

    /**
     * Of a cluster in secure mode.
     *
     * @param ticker nanoseconds since anything
     * @param nonces for the keys of encrypted transfers; not to be guessed
     */
    public static BlockTokens on(String blockPoolId, LongSupplier ticker, RandomGenerator nonces) {
        return new BlockTokens(true, blockPoolId, ticker, nonces);
    }

    /** Grants the caller of an operation the right to read the blocks of which it asks. The operation has checked that right. */
    public BlockGrants toRead(CallContext call, ReadView view) {
        return granting(call, view, List.of(AccessModeProto.READ));
    }

    /** Grants the right to write blocks. */
    public BlockGrants toWrite(CallContext call, Transaction tx) {
        return granting(call, tx, List.of(AccessModeProto.WRITE));
    }

    /** Grants the right to write blocks and to read them again. */
    public BlockGrants toReadAndWrite(CallContext call, Transaction tx) {
        return granting(call, tx, List.of(AccessModeProto.READ, AccessModeProto.WRITE));
    }

    /** Grants the right to have a DataNode copy blocks to another one. */
    public BlockGrants toCopy(CallContext call, Transaction tx) {
        return granting(call, tx, List.of(AccessModeProto.COPY));
    }

    private BlockGrants granting(CallContext call, ReadView view, List<AccessModeProto> modes) {
        if (!secure) {
            return BlockGrants.NONE;
        }
        requireNotReserved(call);
        return (block, places) -> {
            Held with = current(call, view);
            BlockTokenSecretProto.Builder identifier = BlockTokenSecretProto.newBuilder()
                    .setExpiryDate(expiry(call, with))
                    .setKeyId(with.keys.current().id())
                    .setUserId(call.user())
                    .setBlockPoolId(blockPoolId)
                    .setBlockId(block.id().value())
                    .addAllModes(modes);
            for (PlacementTarget place : places) {
                identifier
                        .addStorageTypes(DataNodeMessages.type(place.storage()))
                        .addStorageIds(place.storage().id().value());
            }
            byte[] text = identifier.build().toByteArray();
            return TokenProto.newBuilder()
                    .setIdentifier(ByteString.copyFrom(text))
                    .setPassword(ByteString.copyFrom(with.signature.of(text)))
                    .setKind(KIND)
                    .setService("")
                    .build();
        };
    }

    private static void requireNotReserved(CallContext call) {
        if (call.user().startsWith(RESERVED)) {
            throw new FsException(
                    ErrorCode.ACCESS_DENIED,
                    "No user may have a name that begins with " + RESERVED + ", as " + call.user() + " does");
        }
    }

    /** Whether the cluster is in secure mode. */
    public boolean areOn() {
        return secure;
    }

    /** A key with which a caller and DataNodes encrypt what they transfer; to be called where the cluster is in secure mode. */
    public DataEncryptionKeyProto encryptionKey(CallContext call, Transaction tx) {
        Held with = current(call, tx);
        byte[] nonce = new byte[NONCE_BYTES];
        nonces.nextBytes(nonce);
        return DataEncryptionKeyProto.newBuilder()
                .setKeyId(with.keys.current().id())
                .setBlockPoolId(blockPoolId)
                .setNonce(ByteString.copyFrom(nonce))
                .setEncryptionKey(ByteString.copyFrom(with.signature.of(nonce)))
                .setExpiryDate(expiry(call, with))
                .build();
    }

    /* Nothing outlives the key with which it was made. */
    private static long expiry(CallContext call, Held with) {
        return Math.min(
                call.nowMillis() + with.keys.lifetime().toMillis(),
                with.keys.current().expiryMillis());
    }

    private Held current(CallContext call, ReadView view) {
        Held present = held;
        if (present != null
                && ticker.getAsLong() - present.readAt <= present.keys.maxAge().toNanos()
                && present.keys.isUsable(call.nowMillis())) {
            return present;
        }
        long readAt = ticker.getAsLong();
        BlockKeys keys = StoredBlockKeys.read(view.store())
                .filter(read -> read.current().expiryMillis() > call.nowMillis())
                .orElseThrow(() -> new FsException(
                        ErrorCode.IO_ERROR,
                        "The file system is in secure mode and has no valid block keys. DataNodes make and renew them: make"
                                + " sure that DataNodes run, and that LAMBDAFS_SECURE is true for them"));
        Held read = new Held(keys, new BlockSignature(keys.current()), readAt);
        held = read;
        return read;
    }
}
