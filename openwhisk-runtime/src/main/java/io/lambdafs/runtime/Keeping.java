package io.lambdafs.runtime;

import io.lambdafs.namenode.RequestHandler;
import io.lambdafs.namenode.WriteGate;
import io.lambdafs.namenode.cache.ReadPath;
import io.lambdafs.namenode.membership.WriterIdentity;
import io.lambdafs.store.TransactionRunner;
import java.util.Map;

/** What differs between an instance that keeps metadata in memory and one that does not. */
interface Keeping extends AutoCloseable {
    /** Under which name it writes. */
    WriterIdentity identity();

    /** What its writes must pass. */
    WriteGate gate();

    /** How it reads. */
    ReadPath reads(TransactionRunner runner);

    /** The handler, which this hears of every request before. */
    RequestHandler noticing(RequestHandler handler);

    /** Becomes a member. Returns at once. */
    void start();

    /** Is no member until the next request, if others would wait for it. */
    void rest();

    /** What {@code status} shows of it. */
    Map<String, Long> figures();

    @Override
    void close();
}
