/**
 * How programs talk to an engine that runs in a process of its own: frames over a Unix domain socket or over TCP.
 *
 * <p>This package carries bytes. It knows nothing of transactions. Start reading at
 * {@link io.lambdafs.store.rocks.net.EngineServer} and {@link io.lambdafs.store.rocks.net.EngineClient}; the frames and the
 * handshake are described in docs/protocols/store.md.
 */
@NullMarked
package io.lambdafs.store.rocks.net;

import org.jspecify.annotations.NullMarked;
