package io.lambdafs.runtime;

import io.lambdafs.namenode.RequestHandler;
import io.lambdafs.namenode.WriteGate;
import io.lambdafs.namenode.cache.ReadPath;
import io.lambdafs.namenode.membership.WriterIdentity;
import io.lambdafs.namenode.metrics.NameNodeMetrics;
import io.lambdafs.store.TransactionRunner;
import java.util.Map;

/** What differs between instances that keep metadata in memory, in one way or another, and those that do not. */
interface CachingMode extends AutoCloseable {
    /** Under which name it writes. */
    WriterIdentity identity();

    /** What its writes must pass. */
    WriteGate gate();

    /** How it reads. */
    ReadPath reads(TransactionRunner runner);

    /** The handler, which this hears of every request before. */
    RequestHandler noticing(RequestHandler handler);

    /** Whether it may go on with something when the answer to a request has left. */
    default boolean worksInBackground() {
        return true;
    }

    /** Becomes a member. Returns at once. */
    void start();

    /** Is no member until the next request, if others would wait for it. */
    void rest();

    /** What {@code status} shows of it. */
    Map<String, Long> figures();

    /** Adds what it has counted. */
    void addTo(NameNodeMetrics metrics);

    @Override
    void close();
}
