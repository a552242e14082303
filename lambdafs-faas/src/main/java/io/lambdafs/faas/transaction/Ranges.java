package io.lambdafs.faas.transaction;

import java.util.Arrays;

/** Which bytes of a block are set: ranges in their order that neither overlap nor touch. */
final class Ranges {
    private static final int FEW = 8;

    private int[] bounds = new int[FEW];
    private int length;

    /** Sets the bytes from one place up to another. */
    void add(int from, int to) {
        if (from >= to) {
            return;
        }
        int begin = 0;
        while (begin < length && bounds[begin + 1] < from) {
            begin += 2;
        }
        int end = begin;
        int least = from;
        int most = to;
        while (end < length && bounds[end] <= to) {
            least = Math.min(least, bounds[end]);
            most = Math.max(most, bounds[end + 1]);
            end += 2;
        }
        replace(begin, end, least, most);
    }

    private void replace(int begin, int end, int from, int to) {
        int longer = length - (end - begin) + 2;
        int[] next = longer <= bounds.length ? bounds : Arrays.copyOf(bounds, bounds.length * 2);
        System.arraycopy(bounds, end, next, begin + 2, length - end);
        next[begin] = from;
        next[begin + 1] = to;
        bounds = next;
        length = longer;
    }

    /** Forgets all from a byte on. */
    void cut(int from) {
        int kept = 0;
        while (kept < length && bounds[kept] < from) {
            bounds[kept + 1] = Math.min(bounds[kept + 1], from);
            kept += 2;
        }
        length = kept;
    }

    /** Whether all bytes from one place up to another are set. */
    boolean covers(int from, int to) {
        for (int i = 0; i < length; i += 2) {
            if (bounds[i] <= from && bounds[i + 1] >= to) {
                return true;
            }
        }
        return from >= to;
    }

    boolean isEmpty() {
        return length == 0;
    }

    int count() {
        return length / 2;
    }

    int from(int range) {
        return bounds[2 * range];
    }

    int to(int range) {
        return bounds[2 * range + 1];
    }
}
