@NullMarked
package io.lambdafs.testkit.store.contract;

import org.jspecify.annotations.NullMarked;
