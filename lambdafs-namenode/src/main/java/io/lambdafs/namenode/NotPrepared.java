package io.lambdafs.namenode;

import static java.util.Objects.requireNonNull;

/**
 * An attempt at a write has found out that something takes time which must be done first, outside of any transaction. The attempt is rolled
 * back, and another begins when it is done.
 */
public final class NotPrepared extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient Runnable preparation;

    /** Lacks this, which takes bounded time and may throw {@link io.lambdafs.fs.FsException}. */
    public NotPrepared(Runnable preparation) {
        super("something has to be prepared first", null, false, false);
        this.preparation = requireNonNull(preparation, "preparation");
    }

    void prepare() {
        preparation.run();
    }
}
