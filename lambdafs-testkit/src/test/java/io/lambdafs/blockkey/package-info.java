/** Tests of the block keys, over the store's twin. */
@NullMarked
package io.lambdafs.blockkey;

import org.jspecify.annotations.NullMarked;
