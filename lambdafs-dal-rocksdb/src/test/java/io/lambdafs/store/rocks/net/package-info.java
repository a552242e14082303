@NullMarked
package io.lambdafs.store.rocks.net;

import org.jspecify.annotations.NullMarked;
