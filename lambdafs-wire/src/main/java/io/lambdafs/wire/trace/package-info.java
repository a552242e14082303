/**
 * Traces, as client, gateway and NameNode make them: what begins and ends a span, and how the context of a trace travels.
 *
 * <p>Knows no tracing library. One is found at run time by {@link io.lambdafs.wire.trace.TracingProvider}, and only where tracing is
 * switched on. Start reading at {@link io.lambdafs.wire.trace.Tracing}.
 */
package io.lambdafs.wire.trace;
