/** Tests of the simulator itself. */
@NullMarked
package io.lambdafs.testkit.sim;

import org.jspecify.annotations.NullMarked;
