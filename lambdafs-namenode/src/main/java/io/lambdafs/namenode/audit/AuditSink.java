package io.lambdafs.namenode.audit;

import java.io.IOException;

/** Where lines of an audit log go. Used by one thread at a time. */
@FunctionalInterface
public interface AuditSink {
    /**
     * Writes whole lines, which stay together.
     *
     * @param lines in UTF-8, each with a line feed at its end
     * @throws IOException if some of them may not have been written
     */
    void write(byte[] lines) throws IOException;
}
