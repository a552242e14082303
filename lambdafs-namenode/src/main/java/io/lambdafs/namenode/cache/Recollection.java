package io.lambdafs.namenode.cache;

import org.jspecify.annotations.Nullable;

/** What memory answered to some work, right or out of date, and when that was. */
public final class Recollection<T> {
    private final long stamp;
    private final @Nullable T answer;
    private final @Nullable RuntimeException refusal;

    private Recollection(long stamp, @Nullable T answer, @Nullable RuntimeException refusal) {
        this.stamp = stamp;
        this.answer = answer;
        this.refusal = refusal;
    }

    static <T> Recollection<T> answered(long stamp, @Nullable T answer) {
        return new Recollection<>(stamp, answer, null);
    }

    static <T> Recollection<T> refused(long stamp, RuntimeException refusal) {
        return new Recollection<>(stamp, null, refusal);
    }

    /** The cache's {@link MetadataCache#lossStamp} before the work was run. */
    long stamp() {
        return stamp;
    }

    /** The answer; throws what the work threw. */
    @Nullable
    T get() {
        if (refusal != null) {
            throw refusal;
        }
        return answer;
    }
}
