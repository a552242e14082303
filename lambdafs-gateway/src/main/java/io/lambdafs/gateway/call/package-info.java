/**
 * The way of a gateway's calls to the client library, and what is counted of them.
 *
 * <p>Knows nothing of the servers to which the calls come. Start reading at {@link io.lambdafs.gateway.call.ObservedCalls}.
 */
@NullMarked
package io.lambdafs.gateway.call;

import org.jspecify.annotations.NullMarked;
