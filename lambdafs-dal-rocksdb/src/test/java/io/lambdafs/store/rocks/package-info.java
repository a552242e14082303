@NullMarked
package io.lambdafs.store.rocks;

import org.jspecify.annotations.NullMarked;
