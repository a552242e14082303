/**
 * The coherence protocol: what NameNodes tell each other so that no cache serves what a write has replaced.
 *
 * <p>Pure: it knows no thread, no clock and no coordinator. Start reading at {@link io.lambdafs.coherence.CoherenceEvent}
 * for what happens to a NameNode, and at {@link io.lambdafs.coherence.CoherenceEffect} for what it is to do about it. The
 * port through which NameNodes reach each other is {@link io.lambdafs.coherence.Coordinator}.
 */
@NullMarked
package io.lambdafs.coherence;

import org.jspecify.annotations.NullMarked;
