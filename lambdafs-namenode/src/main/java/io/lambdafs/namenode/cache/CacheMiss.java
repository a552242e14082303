package io.lambdafs.namenode.cache;

/** Says that the cache cannot answer. One object without a stack trace, because it is thrown often. */
final class CacheMiss extends RuntimeException {
    @SuppressWarnings("StaticAssignmentOfThrowable") // it has no stack trace that could mislead
    static final CacheMiss INSTANCE = new CacheMiss();

    private static final long serialVersionUID = 1L;

    private CacheMiss() {
        super("not in the cache", null, false, false);
    }
}
