@NullMarked
package io.lambdafs.store.rocks.stepped;

import org.jspecify.annotations.NullMarked;
