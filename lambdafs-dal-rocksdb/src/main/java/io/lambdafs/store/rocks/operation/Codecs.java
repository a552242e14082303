package io.lambdafs.store.rocks.operation;

import io.lambdafs.block.BlockId;
import io.lambdafs.block.BlockInfo;
import io.lambdafs.block.DataNodeId;
import io.lambdafs.block.StorageId;
import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.INodeKey;
import io.lambdafs.fs.Name;
import io.lambdafs.store.INodeTable;
import io.lambdafs.store.KeyLock;
import io.lambdafs.store.LockMode;
import io.lambdafs.store.rocks.keyvalue.Decoder;
import io.lambdafs.store.rocks.keyvalue.Encoder;
import io.lambdafs.store.rocks.table.BlockCodec;
import io.lambdafs.store.rocks.table.INodeCodec;
import io.lambdafs.wire.RequestId;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;

/** Codecs of the values that several tables use. */
final class Codecs {
    static final Codec<Done> DONE = Codec.of((out, value) -> {}, in -> Done.DONE);
    static final Codec<Long> LONG = Codec.of(Encoder::putLong, Decoder::getLong);
    static final Codec<Integer> INT = Codec.of(Encoder::putInt, Decoder::getInt);
    static final Codec<Boolean> FLAG = Codec.of(Encoder::putFlag, Decoder::getFlag);
    static final Codec<String> TEXT = Codec.of(Encoder::putText, Decoder::getText);
    static final Codec<byte[]> BYTES = Codec.of(Encoder::putBytes, Decoder::getBytes);
    static final Codec<Duration> DURATION = Codec.of(
            (out, time) -> out.putLong(time.getSeconds()).putInt(time.getNano()),
            in -> Duration.ofSeconds(in.getLong(), in.getInt()));

    private static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE);

    /** Times that are reckoned with, so they must not have more nanoseconds than a number can say: 292 years. */
    static final Codec<Duration> BOUND = DURATION.as(Codecs::countable, Function.identity());

    static final Codec<INodeId> INODE_ID = LONG.as(INodeId::new, INodeId::value);
    static final Codec<Name> NAME = BYTES.as(Name::of, Name::bytes);
    static final Codec<INodeKey> INODE_KEY = Codec.of(
            (out, key) -> {
                INODE_ID.put(out, key.parent());
                NAME.put(out, key.name());
            },
            in -> new INodeKey(INODE_ID.get(in), NAME.get(in)));
    static final Codec<INode> INODE = Codec.of(
            (out, inode) -> {
                INODE_KEY.put(out, inode.key());
                INodeCodec.put(out, inode);
            },
            in -> INodeCodec.get(INODE_KEY.get(in), in));

    static final Codec<BlockId> BLOCK_ID = LONG.as(BlockId::new, BlockId::value);
    static final Codec<BlockInfo> BLOCK = Codec.of(BlockCodec::put, BlockCodec::getInfo);
    static final Codec<StorageId> STORAGE_ID = TEXT.as(StorageId::new, StorageId::value);
    static final Codec<DataNodeId> DATA_NODE_ID = TEXT.as(DataNodeId::new, DataNodeId::value);

    static final Codec<LockMode> LOCK_MODE = oneOf(List.of(LockMode.NONE, LockMode.SHARED, LockMode.EXCLUSIVE));
    static final Codec<KeyLock> KEY_LOCK = Codec.of(
            (out, lock) -> {
                INODE_KEY.put(out, lock.key());
                LOCK_MODE.put(out, lock.mode());
            },
            in -> new KeyLock(INODE_KEY.get(in), LOCK_MODE.get(in)));
    static final Codec<RequestId> REQUEST_ID = Codec.of(
            (out, request) -> out.putLong(request.client().getMostSignificantBits())
                    .putLong(request.client().getLeastSignificantBits())
                    .putLong(request.sequence()),
            in -> new RequestId(new UUID(in.getLong(), in.getLong()), in.getLong()));

    private Codecs() {}

    private static Duration countable(Duration time) {
        if (time.abs().compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(time + " is longer than 292 years");
        }
        return time;
    }

    /** One of some values; its place among them is its code. */
    static <T> Codec<T> oneOf(List<T> known) {
        return Codec.of((out, value) -> out.putByte(known.indexOf(value)), in -> known.get(in.getByte()));
    }

    /** A batch, which has at most as many elements as the port allows. */
    static <T> Codec<List<T>> batch(Codec<T> element) {
        return element.list().as(Codecs::checked, Function.identity());
    }

    private static <T> List<T> checked(List<T> batch) {
        INodeTable.checkedBatch(batch.size());
        return batch;
    }

    /** How many rows to return at most. */
    static int limit(Decoder in) {
        return INodeTable.checkedBatch(in.getInt());
    }
}
