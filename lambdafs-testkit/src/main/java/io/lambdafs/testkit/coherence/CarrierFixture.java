package io.lambdafs.testkit.coherence;

import io.lambdafs.coherence.CoherenceCarrier;
import io.lambdafs.store.WriterId;
import java.util.Collection;

/** A coordinator with nothing in it, and what a test may do to it and to its processes. */
public interface CarrierFixture {
    /** The carrier of another process. */
    CoherenceCarrier connect() throws Exception;

    /** Cuts this process off. */
    void disconnect(CoherenceCarrier carrier) throws Exception;

    /** Ends the effect of {@link #disconnect}. */
    void reconnect(CoherenceCarrier carrier) throws Exception;

    /** Ends the session under which this process is this member, from the coordinator's side. */
    void expire(CoherenceCarrier carrier, WriterId member) throws Exception;

    /** Stops the coordinator; {@link #start} starts it again, with what it had stored, before sessions expire. */
    void stop() throws Exception;

    void start() throws Exception;

    /** The ticker that the carriers were given. */
    long now();

    /** What is stored at the coordinator for rounds and joins, by whatever names. */
    Collection<String> remains() throws Exception;

    /** Ends it, after the carriers have been closed. */
    void close() throws Exception;
}
