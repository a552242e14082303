/**
 * The program that serves an engine to other processes. It reads requests, passes them to the engine, and sends what the engine
 * answers.
 *
 * <p>Start reading at {@link io.lambdafs.store.rocks.server.StoreServerMain}.
 */
@NullMarked
package io.lambdafs.store.rocks.server;

import org.jspecify.annotations.NullMarked;
