/**
 * What a user of the engine can ask of it, as data: a catalogue of numbered operations, each with codecs of its argument and its
 * result and with what the engine does.
 *
 * <p>So a request can run in the engine's process or come from another one. What comes from another process is checked while
 * it is decoded. The package knows nothing of sockets. Start reading at
 * {@link io.lambdafs.store.rocks.operation.Catalogue}.
 */
@NullMarked
package io.lambdafs.store.rocks.operation;

import org.jspecify.annotations.NullMarked;
