package io.lambdafs.namenode;

import io.lambdafs.fs.FsPath;
import io.lambdafs.namenode.foresight.LockHints;
import io.lambdafs.store.ReadView;
import io.lambdafs.store.Transaction;
import java.util.Optional;
import org.apache.hadoop.thirdparty.protobuf.MessageLite;

/** An operation that changes the store, at most once for each request id. */
public non-sealed interface WriteOperation<Q extends MessageLite, R extends MessageLite> extends Operation<Q, R> {
    /**
     * Runs once, before the transaction begins, and may use the store: to fetch numbers that are handed out in it, or to wait
     * for what others write.
     *
     * @throws io.lambdafs.fs.FsException if the request will be refused for what it says
     */
    default void prepare(Q request) {}

    /**
     * The path that the request names, the first if it names several; the root if it names none.
     *
     * @throws io.lambdafs.fs.FsException if it is not a path
     */
    default FsPath subject(Q request) {
        return FsPath.ROOT;
    }

    /**
     * What it will probably lock and read first, as far as the request tells.
     *
     * @throws io.lambdafs.fs.FsException if the request will be refused for what it says
     */
    default LockHints foresee(Q request) {
        return LockHints.NOTHING;
    }

    /** Whether {@link #answerIfUnchanged} is worth while. */
    default boolean mayChangeNothing() {
        return false;
    }

    /**
     * The response, if everything is committed as the request asks for; empty if not, or if that is not known.
     *
     * @param view may be a cache
     * @throws io.lambdafs.fs.FsException if it would be refused
     */
    default Optional<R> answerIfUnchanged(CallContext call, ReadView view, Q request) {
        return Optional.empty();
    }

    /**
     * Decides and writes; the caller records the response and commits. May run several times, each in a
     * transaction of its own of which at most one commits, so it must change nothing but the transaction and the change
     * set.
     *
     * @param changes takes what the operation changed, for the NameNodes that must get an invalidation before or after
     *     the commit
     * @throws io.lambdafs.fs.FsException if it is refused; the transaction is rolled back
     */
    R execute(CallContext call, Transaction tx, Q request, ChangeSet changes);
}
