@NullMarked
package io.lambdafs.store.rocks.keyvalue;

import org.jspecify.annotations.NullMarked;
