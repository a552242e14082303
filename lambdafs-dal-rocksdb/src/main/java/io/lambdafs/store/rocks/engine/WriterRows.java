package io.lambdafs.store.rocks.engine;

import io.lambdafs.store.MetadataStore.Writer;
import io.lambdafs.store.WriterId;
import io.lambdafs.store.rocks.keyvalue.BatchRow;
import io.lambdafs.store.rocks.keyvalue.Bytes;
import io.lambdafs.store.rocks.keyvalue.Decoder;
import io.lambdafs.store.rocks.keyvalue.Encoder;
import io.lambdafs.store.rocks.keyvalue.Entry;
import io.lambdafs.store.rocks.keyvalue.KeyValues;
import io.lambdafs.store.rocks.keyvalue.Table;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The writers that are registered and not fenced, with their labels. */
final class WriterRows {
    private final Map<WriterId, String> labels = new LinkedHashMap<>();

    WriterRows(KeyValues tables) {
        load(tables);
    }

    /** Takes the durable rows instead of those in memory. */
    void load(KeyValues tables) {
        labels.clear();
        for (Entry row : tables.scan(Table.WRITERS, Bytes.EMPTY, Bytes.EMPTY, Integer.MAX_VALUE)) {
            labels.put(new WriterId(new Decoder(row.key()).getLong()), new Decoder(row.value()).getText());
        }
    }

    boolean contains(WriterId writer) {
        return labels.containsKey(writer);
    }

    String label(WriterId writer) {
        return labels.getOrDefault(writer, "");
    }

    List<Writer> all() {
        return labels.entrySet().stream()
                .map(row -> new Writer(row.getKey(), row.getValue()))
                .toList();
    }

    BatchRow add(WriterId writer, String label) {
        labels.put(writer, label);
        return new BatchRow(
                Table.WRITERS, key(writer), new Encoder().putText(label).bytes());
    }

    BatchRow remove(WriterId writer) {
        labels.remove(writer);
        return new BatchRow(Table.WRITERS, key(writer), null);
    }

    private static Bytes key(WriterId writer) {
        return new Encoder().putLong(writer.value()).bytes();
    }
}
