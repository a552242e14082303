/** Tests of the adapter of AWS Lambda. */
@NullMarked
package io.lambdafs.container.lambda;

import org.jspecify.annotations.NullMarked;
