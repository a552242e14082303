package io.lambdafs.fs;

import static java.util.Objects.requireNonNull;

/**
 * The writer of a file that is under construction.
 *
 * @param clientName the HDFS client's name, under which its lease is kept
 * @param clientHost the machine that the client runs on
 */
public record LeaseHolder(String clientName, String clientHost) {
    public LeaseHolder {
        requireNonNull(clientName, "clientName");
        requireNonNull(clientHost, "clientHost");
    }
}
