/** Tests of the catalogue of operations. */
@NullMarked
package io.lambdafs.store.rocks.operation;

import org.jspecify.annotations.NullMarked;
