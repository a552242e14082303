package io.lambdafs.store.rocks.keyvalue;

import java.nio.ByteBuffer;
import org.rocksdb.DirectSlice;
import org.rocksdb.ReadOptions;
import org.rocksdb.Snapshot;

/**
 * Tells RocksDB where a scan ends. RocksDB passes by what was deleted until it meets a row that is there. Without an end it would do so far
 * beyond the range that is asked for: a look into an empty directory took as long as there were deleted rows behind it.
 *
 * <p>The options are kept from scan to scan, and the bytes of the end are replaced, because to make options anew costs as much as a short
 * scan. Used by one thread, for one scan at a time.
 */
final class ScanEnd implements AutoCloseable {
    /** Most keys are a few numbers and a name of at most 255 bytes. */
    private static final int USUAL_KEY = 512;

    private final ReadOptions options = new ReadOptions();
    private ByteBuffer bytes = ByteBuffer.allocateDirect(USUAL_KEY);
    private DirectSlice end = new DirectSlice(bytes, USUAL_KEY);

    ScanEnd(Snapshot snapshot) {
        options.setIterateUpperBound(end);
        sees(snapshot);
    }

    /** From now on scans see this snapshot. */
    void sees(Snapshot snapshot) {
        options.setSnapshot(snapshot);
    }

    /** Options for a scan that ends before this key; valid until the next call. */
    ReadOptions before(Bytes key) {
        byte[] array = key.array();
        if (array.length > bytes.capacity()) {
            DirectSlice shorter = end;
            bytes = ByteBuffer.allocateDirect(array.length);
            end = new DirectSlice(bytes, array.length);
            options.setIterateUpperBound(end);
            shorter.close();
        }
        bytes.clear().put(array);
        end.setLength(array.length);
        return options;
    }

    @Override
    public void close() {
        options.close();
        end.close();
    }
}
