package io.lambdafs.faas;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.RandomAccess;

/**
 * The first numbers of a list that only grows. All prefixes that agree share one copy of the numbers, because thousands
 * of transactions read a list of thousands.
 */
final class ListPrefix extends AbstractList<Long> implements RandomAccess {
    private final Whole whole;
    private final int size;

    /** The longest that was read of a list. */
    static final class Whole {
        private final List<Long> numbers = new ArrayList<>();
    }

    private ListPrefix(Whole whole, int size) {
        this.whole = whole;
        this.size = size;
    }

    /**
     * A read of a list: what was read before, and more. It shares the list's numbers if they agree, and has its own if they do not.
     *
     * @param whole the longest that was read of the list so far; it grows if this is longer
     */
    static List<Long> read(Whole whole, List<Long> before, List<Long> more) {
        if (!isPrefix(before, new ListPrefix(whole, whole.numbers.size()))) {
            return own(before, more);
        }
        for (int i = 0; i < more.size(); i++) {
            int at = before.size() + i;
            if (at == whole.numbers.size()) {
                whole.numbers.add(more.get(i));
            } else if (!whole.numbers.get(at).equals(more.get(i))) {
                return own(before, more);
            }
        }
        return new ListPrefix(whole, before.size() + more.size());
    }

    private static List<Long> own(List<Long> before, List<Long> more) {
        List<Long> own = new ArrayList<>(before);
        own.addAll(more);
        return own;
    }

    /** Whether a list begins with another. */
    static boolean isPrefix(List<Long> shorter, List<Long> longer) {
        if (shorter instanceof ListPrefix a && longer instanceof ListPrefix b && a.whole == b.whole) {
            return a.size <= b.size;
        }
        return shorter.size() <= longer.size()
                && longer.subList(0, shorter.size()).equals(shorter);
    }

    @Override
    public Long get(int index) {
        return whole.numbers.get(Objects.checkIndex(index, size));
    }

    @Override
    public int size() {
        return size;
    }
}
