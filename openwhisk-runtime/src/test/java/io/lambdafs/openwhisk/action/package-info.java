/** Tests of the action runtime, over real HTTP. */
@NullMarked
package io.lambdafs.openwhisk.action;

import org.jspecify.annotations.NullMarked;
