package io.lambdafs.store.ndb.cluster;

import com.mysql.ndbjtie.ndbapi.NdbDictionary;
import com.mysql.ndbjtie.ndbapi.NdbRecordConst;
import java.util.List;

/** Where in memory the columns of a table's or an index's rows are. */
final class RowLayout {
    private final NdbRecordConst record;
    private final List<ColumnDefinition> columns;
    private final int length;
    private final int[] offsets;
    private final int[] nullBytes;
    private final int[] nullBits;

    RowLayout(NdbRecordConst record, List<ColumnDefinition> columns) {
        this.record = record;
        this.columns = columns;
        length = NdbDictionary.getRecordRowLength(record);
        offsets = new int[columns.size()];
        nullBytes = new int[columns.size()];
        nullBits = new int[columns.size()];
        for (int column = 0; column < offsets.length; column++) {
            int[] first = {-1};
            int[] second = {0};
            NdbDictionary.getOffset(record, column, first);
            offsets[column] = first[0];
            if (columns.get(column).nullable() && NdbDictionary.getNullBitOffset(record, column, first, second)) {
                nullBytes[column] = first[0];
                nullBits[column] = second[0];
            }
        }
    }

    NdbRecordConst record() {
        return record;
    }

    int length() {
        return length;
    }

    ColumnDefinition column(int number) {
        return columns.get(number);
    }

    int offset(int column) {
        if (offsets[column] < 0) {
            throw new IllegalArgumentException(columns.get(column).name() + " is not a column of this index");
        }
        return offsets[column];
    }

    int nullByte(int column) {
        return nullBytes[column];
    }

    int nullMask(int column) {
        return 1 << nullBits[column];
    }
}
