/**
 * The spans that a NameNode makes of the requests that are a part of a trace.
 *
 * <p>Wraps what the rest of the NameNode has, and is not there while tracing is off. A NameNode begins no traces itself. Start reading
 * at {@link io.lambdafs.namenode.trace.TracedHandler}.
 */
@NullMarked
package io.lambdafs.namenode.trace;

import org.jspecify.annotations.NullMarked;
