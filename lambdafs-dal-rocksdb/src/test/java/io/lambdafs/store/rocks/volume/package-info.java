@NullMarked
package io.lambdafs.store.rocks.volume;

import org.jspecify.annotations.NullMarked;
