/**
 * The client's end of the TCP path: a server to which function instances connect back, and calls over their connections.
 *
 * <p>Knows frames and KryoNet, and nothing of Hadoop, HTTP or retries. Callers' threads write their requests themselves;
 * KryoNet's one thread reads answers and does nothing slow. Start reading at
 * {@link io.lambdafs.client.tcp.ReverseServer}.
 */
package io.lambdafs.client.tcp;
