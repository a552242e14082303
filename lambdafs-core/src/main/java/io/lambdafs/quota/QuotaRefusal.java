package io.lambdafs.quota;

import io.lambdafs.fs.FsException;
import io.lambdafs.fs.QuotaCounts;
import io.lambdafs.storage.StorageType;
import io.lambdafs.wire.ErrorCode;
import java.util.Arrays;
import java.util.Locale;

/** How HDFS tells that a quota is exceeded. Pure. */
final class QuotaRefusal {
    private static final int UNIT_BITS = 10;
    private static final String UNITS = " KMGTPE";

    private QuotaRefusal() {}

    /** The refusal of a charge for this dimension, of which so much was used before. */
    static FsException of(QuotaCharge charge, int dimension, long used) {
        long limit = charge.limits().get(dimension);
        long count = used + charge.delta().get(dimension);
        return switch (dimension) {
            case QuotaCounts.NAMES ->
                new FsException(
                        ErrorCode.NAMES_QUOTA_EXCEEDED,
                        "The NameSpace quota (directories and files) of directory " + charge.path()
                                + " is exceeded: quota=" + limit + " file count=" + count);
            case QuotaCounts.SPACE ->
                new FsException(
                        ErrorCode.SPACE_QUOTA_EXCEEDED,
                        "The DiskSpace quota of " + charge.path() + " is exceeded: quota = " + limit + " B = "
                                + size(limit) + " but diskspace consumed = " + count + " B = " + size(count));
            default ->
                new FsException(
                        ErrorCode.TYPE_QUOTA_EXCEEDED,
                        "Quota by storage type : " + type(dimension)
                                + " on path : " + charge.path() + " is exceeded. quota = " + size(limit)
                                + " but space consumed = " + size(count));
        };
    }

    private static StorageType type(int dimension) {
        return Arrays.stream(StorageType.values())
                .filter(type -> type.quotaDimension() == dimension)
                .findFirst()
                .orElseThrow();
    }

    /** Bytes in the largest binary unit of which there is at least one, with two decimals where it is no whole number. */
    static String size(long bytes) {
        int unit = bytes < 1 ? 0 : (Long.SIZE - 1 - Long.numberOfLeadingZeros(bytes)) / UNIT_BITS;
        String number = inUnit(bytes, unit);
        if (number.startsWith("1024.")) {
            unit++;
            number = inUnit(bytes, unit);
        }
        return number + " " + (unit == 0 ? "" : UNITS.charAt(unit)) + "B";
    }

    private static String inUnit(long bytes, int unit) {
        long one = 1L << (unit * UNIT_BITS);
        return bytes % one == 0 ? "" + bytes / one : String.format(Locale.ENGLISH, "%.2f", bytes / (double) one);
    }
}
