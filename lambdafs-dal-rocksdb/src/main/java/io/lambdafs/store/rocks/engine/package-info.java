/**
 * The engine: a pure state machine that executes transactions over the key-value port, and the two threads that drive it.
 *
 * <p>{@link io.lambdafs.store.rocks.engine.EngineCore} decides; it reads the key-value tables and has no other effect than
 * those it returns. It knows tables of bytes, row locks, writers, numbers and commit order, but not what the rows mean.
 * {@link io.lambdafs.store.rocks.engine.Engine} gives it events and carries its effects out. Start reading at the core.
 */
@NullMarked
package io.lambdafs.store.rocks.engine;

import org.jspecify.annotations.NullMarked;
