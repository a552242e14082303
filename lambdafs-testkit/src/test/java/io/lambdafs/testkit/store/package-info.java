@NullMarked
package io.lambdafs.testkit.store;

import org.jspecify.annotations.NullMarked;
