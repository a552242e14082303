package io.lambdafs.store.rocks.volume;

import static java.util.Objects.requireNonNull;

import io.lambdafs.store.rocks.engine.StoredRow;
import io.lambdafs.store.rocks.keyvalue.Bytes;
import io.lambdafs.store.rocks.keyvalue.Decoder;
import io.lambdafs.store.rocks.keyvalue.Encoder;
import io.lambdafs.store.volume.ByteString;
import io.lambdafs.store.volume.Item;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * What one commit changed.
 *
 * @param micros when, in microseconds since 1970
 * @param id the number of its transaction
 */
record LogRow(long micros, UUID id, List<Changed> changed) {
    /**
     * An item that it changed.
     *
     * @param before the commit that wrote what the item held before; {@link io.lambdafs.store.volume.Version#ABSENT} if it held
     *     nothing
     */
    record Changed(Item item, long before) {}

    Bytes stored(long commit) {
        Encoder out = new Encoder(64 + 32 * changed.size())
                .putLong(micros)
                .putLong(id.getMostSignificantBits())
                .putLong(id.getLeastSignificantBits())
                .putInt(changed.size());
        for (Changed each : changed) {
            out.putLong(each.item().object())
                    .putByte(each.item().kind().number())
                    .putBytes(each.item().name().array())
                    .putLong(each.before());
        }
        return StoredRow.of(commit, out.bytes());
    }

    static LogRow of(Bytes stored) {
        Decoder in = new Decoder(requireNonNull(StoredRow.value(stored)));
        long micros = in.getLong();
        UUID id = new UUID(in.getLong(), in.getLong());
        int count = in.getCount();
        List<Changed> changed = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            long object = in.getLong();
            Item.Kind kind = Item.Kind.numbered(in.getByte());
            Item item = new Item(object, kind, ByteString.owning(in.getBytes()));
            changed.add(new Changed(item, in.getLong()));
        }
        return new LogRow(micros, id, changed);
    }
}
