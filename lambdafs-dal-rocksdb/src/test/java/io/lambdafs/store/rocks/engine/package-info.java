@NullMarked
package io.lambdafs.store.rocks.engine;

import org.jspecify.annotations.NullMarked;
