package io.lambdafs.store.rocks.table;

import io.lambdafs.block.BlockId;
import io.lambdafs.block.StorageId;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.INodeKey;
import io.lambdafs.fs.Name;
import io.lambdafs.store.DetailKey;
import io.lambdafs.store.DetailKind;
import io.lambdafs.store.rocks.keyvalue.Bytes;
import io.lambdafs.store.rocks.keyvalue.Decoder;
import io.lambdafs.store.rocks.keyvalue.Encoder;
import java.nio.charset.StandardCharsets;

/** How keys are written, so that their order as bytes is the order in which the rows are asked for. */
final class Keys {
    private Keys() {}

    static Bytes of(INodeId id) {
        return new Encoder().putLong(id.value()).bytes();
    }

    static INodeId inode(Bytes key) {
        return new INodeId(new Decoder(key).getLong());
    }

    static Bytes of(INodeKey key) {
        return new Encoder()
                .putLong(key.parent().value())
                .putRest(key.name().bytes())
                .bytes();
    }

    static INodeKey inodeKey(Bytes key) {
        Decoder in = new Decoder(key);
        return new INodeKey(new INodeId(in.getLong()), Name.of(in.getRest()));
    }

    static Bytes of(DetailKey key) {
        return new Encoder()
                .putLong(key.inode().value())
                .putByte(key.kind().number())
                .putLong(key.label())
                .bytes();
    }

    /** What the keys of all details of one kind of an inode begin with. */
    static Bytes of(INodeId inode, DetailKind kind) {
        return new Encoder().putLong(inode.value()).putByte(kind.number()).bytes();
    }

    static DetailKey detail(Bytes key) {
        Decoder in = new Decoder(key);
        return new DetailKey(new INodeId(in.getLong()), DetailKind.numbered(in.getByte()), in.getLong());
    }

    static Bytes of(BlockId id) {
        return new Encoder().putOrdered(id.value()).bytes();
    }

    static BlockId block(Bytes key) {
        return new BlockId(new Decoder(key).getOrdered());
    }

    static Bytes of(BlockId block, StorageId storage) {
        return new Encoder()
                .putOrdered(block.value())
                .putRest(storage.value().getBytes(StandardCharsets.UTF_8))
                .bytes();
    }

    static Bytes of(StorageId storage, BlockId block) {
        return new Encoder().putText(storage.value()).putOrdered(block.value()).bytes();
    }

    /** What all keys of a text and something else begin with. */
    static Bytes prefix(String text) {
        return new Encoder().putText(text).bytes();
    }

    static Bytes of(String first, long second) {
        return new Encoder().putText(first).putOrdered(second).bytes();
    }

    static Bytes of(String text) {
        return Bytes.owning(text.getBytes(StandardCharsets.UTF_8));
    }

    static String text(Bytes key) {
        return new String(key.array(), StandardCharsets.UTF_8);
    }

    /** A row's key by a time before it. */
    static Bytes timed(long micros, Bytes key) {
        return new Encoder().putOrdered(micros).putRest(key.array()).bytes();
    }

    /** The key after the time. */
    static Bytes untimed(Bytes timed) {
        Decoder in = new Decoder(timed);
        in.getOrdered();
        return Bytes.owning(in.getRest());
    }

    static Bytes time(long micros) {
        return new Encoder().putOrdered(micros).bytes();
    }
}
