package io.lambdafs.testkit.store;

/** A key of two parts, ordered by the first, then by the second. */
record PairKey<A extends Comparable<A>, B extends Comparable<B>>(A first, B second)
        implements Comparable<PairKey<A, B>> {
    @Override
    public int compareTo(PairKey<A, B> other) {
        int byFirst = first.compareTo(other.first);
        return byFirst != 0 ? byFirst : second.compareTo(other.second);
    }
}
