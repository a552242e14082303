package io.lambdafs.store.ndb.cluster;

/**
 * A range of an ordered index: from a bound to another, each the values of so many of the index's first columns.
 * A bound on no columns is none.
 */
public record Range(Bound low, Bound high) {
    /** An end of a range. */
    public record Bound(RowWriter key, int columns, boolean inclusive) {
        static final Bound NONE = new Bound(row -> {}, 0, true);
    }

    /** All rows whose first columns have these values. */
    public static Range of(RowWriter key, int columns) {
        Bound bound = new Bound(key, columns, true);
        return new Range(bound, bound);
    }

    /** All rows after these values of the first columns. */
    public static Range after(RowWriter key, int columns) {
        return new Range(new Bound(key, columns, false), Bound.NONE);
    }

    /** All rows with these values of the first columns, and after them. */
    public static Range from(RowWriter key, int columns) {
        return new Range(new Bound(key, columns, true), Bound.NONE);
    }

    /** All rows before these values of the first columns. */
    public static Range before(RowWriter key, int columns) {
        return new Range(Bound.NONE, new Bound(key, columns, false));
    }

    /** This range without what is not before or at these values of the first columns. */
    public Range upTo(RowWriter key, int columns) {
        return new Range(low, new Bound(key, columns, true));
    }

    public static Range all() {
        return new Range(Bound.NONE, Bound.NONE);
    }
}
