@NullMarked
package io.lambdafs.runtime.storetool;

import org.jspecify.annotations.NullMarked;
