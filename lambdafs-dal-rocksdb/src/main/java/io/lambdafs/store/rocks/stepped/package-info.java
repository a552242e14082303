/** The engine without threads of its own: for tests and simulations, which decide when its batches become durable. */
@NullMarked
package io.lambdafs.store.rocks.stepped;

import org.jspecify.annotations.NullMarked;
