package io.lambdafs.store.rocks.volume;

import io.lambdafs.store.rocks.keyvalue.Bytes;
import io.lambdafs.store.rocks.keyvalue.Decoder;
import io.lambdafs.store.rocks.keyvalue.Encoder;
import io.lambdafs.store.volume.ByteString;
import io.lambdafs.store.volume.Item;
import io.lambdafs.store.volume.VolumeId;
import java.util.UUID;

/** The keys of the tables of volumes. */
final class VolumeKeys {
    private static final int ITEM_HEADER = 2 * Long.BYTES + 1;

    private VolumeKeys() {}

    static Bytes volume(VolumeId volume) {
        return new Encoder().putLong(volume.value()).bytes();
    }

    /** The beginning of the keys of all items of an object. */
    static Bytes object(VolumeId volume, long object) {
        return new Encoder().putLong(volume.value()).putLong(object).bytes();
    }

    /** The beginning of the keys of all items of a kind. */
    static Bytes kind(VolumeId volume, long object, Item.Kind kind) {
        return new Encoder()
                .putLong(volume.value())
                .putLong(object)
                .putByte(kind.number())
                .bytes();
    }

    static Bytes item(VolumeId volume, Item item) {
        return new Encoder()
                .putLong(volume.value())
                .putLong(item.object())
                .putByte(item.kind().number())
                .putRest(item.name().array())
                .bytes();
    }

    /** The item of a row. */
    static Item itemOf(Bytes key) {
        Decoder in = new Decoder(key, Long.BYTES);
        long object = in.getLong();
        Item.Kind kind = Item.Kind.numbered(in.getByte());
        return new Item(object, kind, ByteString.owning(in.getRest()));
    }

    /** The name of the item of a row. */
    static ByteString nameOf(Bytes key) {
        return ByteString.owning(new Decoder(key, ITEM_HEADER).getRest());
    }

    /** The beginning of the keys of all that an item held before. The length keeps names apart of which one begins with another. */
    static Bytes undo(VolumeId volume, Item item) {
        return new Encoder()
                .putLong(volume.value())
                .putLong(item.object())
                .putByte(item.kind().number())
                .putBytes(item.name().array())
                .bytes();
    }

    /** What an item held that this commit wrote. Newer ones come first. */
    static Bytes undo(VolumeId volume, Item item, long commit) {
        return new Encoder()
                .putRest(undo(volume, item).array())
                .putLong(~commit)
                .bytes();
    }

    /** An older version's place: the name of its item and its commit. */
    record Older(ByteString name, long commit) {
        static Older of(Bytes key) {
            Decoder in = new Decoder(key, ITEM_HEADER);
            ByteString name = ByteString.owning(in.getBytes());
            return new Older(name, ~in.getLong());
        }
    }

    static Bytes log(VolumeId volume, long commit) {
        return new Encoder().putLong(volume.value()).putLong(commit).bytes();
    }

    static Bytes commit(VolumeId volume, UUID id) {
        return new Encoder()
                .putLong(volume.value())
                .putLong(id.getMostSignificantBits())
                .putLong(id.getLeastSignificantBits())
                .bytes();
    }
}
