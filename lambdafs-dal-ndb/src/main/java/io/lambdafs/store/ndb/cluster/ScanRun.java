package io.lambdafs.store.ndb.cluster;

import com.mysql.ndbjtie.ndbapi.NdbIndexScanOperation;
import com.mysql.ndbjtie.ndbapi.NdbIndexScanOperation.IndexBound;
import com.mysql.ndbjtie.ndbapi.NdbScanOperation.ScanFlag;
import com.mysql.ndbjtie.ndbapi.NdbScanOperation.ScanOptions;
import com.mysql.ndbjtie.ndbapi.NdbScanOperation.ScanOptionsConst;
import com.mysql.ndbjtie.ndbapi.NdbTransaction;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import java.util.ArrayList;
import java.util.List;

/** One scan while it runs. */
final class ScanRun<T> {
    /** More ranges than this go to the cluster one portion after the other. */
    static final int MOST_RANGES = 256;

    private static final int MOST_ROWS_AT_ONCE = 512;
    private static final int ROW = 0;
    private static final int END = 1;

    private final NdbTransaction transaction;
    private final NdbTable table;
    private final RowLayout index;
    private final RowMemory memory;
    private final Scan<T> scan;

    ScanRun(NdbTransaction transaction, NdbTable table, RowMemory memory, Scan<T> scan) {
        this.transaction = transaction;
        this.table = table;
        this.index = table.index(scan.index());
        this.memory = memory;
        this.scan = scan;
    }

    /** Defines the scan of these ranges; the next execution of the transaction starts it. */
    NdbIndexScanOperation define(List<Range> ranges, int limit) {
        ScanOptions options = ScanOptions.create();
        try {
            int flags = orderFlags() | (ranges.size() > 1 ? ScanFlag.SF_MultiRange | ScanFlag.SF_ReadRangeNo : 0);
            options.scan_flags(flags);
            options.batch(Math.min(limit, MOST_ROWS_AT_ONCE));
            options.optionsPresent(ScanOptionsConst.Type.SO_SCANFLAGS | ScanOptionsConst.Type.SO_BATCH);
            NdbIndexScanOperation operation = transaction.scanIndex(
                    index.record(), table.rows().record(), scan.lock().mode(), null, null, options, ScanOptions.size());
            if (operation == null) {
                throw NdbErrors.translate(transaction.getNdbError());
            }
            for (int number = 0; number < ranges.size(); number++) {
                bound(operation, ranges.get(number), number);
            }
            return operation;
        } finally {
            ScanOptions.delete(options);
        }
    }

    private int orderFlags() {
        return switch (scan.order()) {
            case NONE -> 0;
            case ASCENDING -> ScanFlag.SF_OrderBy;
            case DESCENDING -> ScanFlag.SF_OrderBy | ScanFlag.SF_Descending;
        };
    }

    private void bound(NdbIndexScanOperation operation, Range range, int number) {
        if (range.low().columns() == 0 && range.high().columns() == 0) {
            return;
        }
        IndexBound bound = IndexBound.create();
        try {
            Row low = key(range.low());
            bound.low_key(range.low().columns() == 0 ? null : low.memory());
            bound.low_key_count(range.low().columns());
            bound.low_inclusive(range.low().inclusive());
            Row high = key(range.high());
            bound.high_key(range.high().columns() == 0 ? null : high.memory());
            bound.high_key_count(range.high().columns());
            bound.high_inclusive(range.high().inclusive());
            bound.range_no(number);
            if (operation.setBound(index.record(), bound) != 0) {
                throw NdbErrors.translate(operation.getNdbError());
            }
        } finally {
            IndexBound.delete(bound);
        }
    }

    private Row key(Range.Bound bound) {
        Row row = memory.row(index);
        bound.key().write(row);
        return row;
    }

    /** Takes what a started scan gives, up to the limit, and closes it. */
    List<T> take(NdbIndexScanOperation operation, int limit) {
        try {
            List<T> rows = new ArrayList<>();
            Row row = memory.row(table.rows());
            while (rows.size() < limit) {
                int result = operation.nextResultCopyOut(row.memory(), true, true);
                if (result == ROW) {
                    rows.add(scan.reader().read(row));
                } else if (result == END) {
                    break;
                } else {
                    throw failure(operation);
                }
            }
            return rows;
        } finally {
            operation.close(true, true);
        }
    }

    private StoreException failure(NdbIndexScanOperation operation) {
        var error = operation.getNdbError();
        return error.code() != 0
                ? NdbErrors.translate(error)
                : transaction.getNdbError().code() != 0
                        ? NdbErrors.translate(transaction.getNdbError())
                        : new StoreException(Kind.UNAVAILABLE, "a scan ended without a reason");
    }
}
