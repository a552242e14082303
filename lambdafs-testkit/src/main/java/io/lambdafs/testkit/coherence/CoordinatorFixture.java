package io.lambdafs.testkit.coherence;

import io.lambdafs.coherence.Coordinator;
import io.lambdafs.store.WriterId;
import java.util.Collection;

/** A coordinator with nothing in it, and what a test may do to it and to its processes. */
public interface CoordinatorFixture {
    /** The coordinator of another process. */
    Coordinator connect() throws Exception;

    /** Cuts this process off. */
    void disconnect(Coordinator coordinator) throws Exception;

    /** Ends the effect of {@link #disconnect}. */
    void reconnect(Coordinator coordinator) throws Exception;

    /** Returns when a request of this process, which is cut off, would have failed that had been made before the call. */
    void awaitFailure(Coordinator coordinator) throws Exception;

    /** Ends the session under which this process is this member, from the coordinator's side. */
    void expire(Coordinator coordinator, WriterId member) throws Exception;

    /** Stops the coordinator; {@link #start} starts it again, with what it had stored, before sessions expire. */
    void stop() throws Exception;

    void start() throws Exception;

    /** The ticker that the coordinators were given. */
    long now();

    /** What is stored at the coordinator for rounds and joins, by whatever names. */
    Collection<String> remains() throws Exception;

    /** Ends it, after the coordinators have been closed. */
    void close() throws Exception;
}
