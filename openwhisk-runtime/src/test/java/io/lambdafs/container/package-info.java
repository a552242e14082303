/** Tests of what is common to all protocols of containers. */
@NullMarked
package io.lambdafs.container;

import org.jspecify.annotations.NullMarked;
