@NullMarked
package io.lambdafs.store.rocks.move;

import org.jspecify.annotations.NullMarked;
