/** Tests of the program that serves an engine, over real sockets and with real processes. */
@NullMarked
package io.lambdafs.store.rocks.server;

import org.jspecify.annotations.NullMarked;
