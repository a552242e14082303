/**
 * A function on AWS Lambda: {@link io.lambdafs.container.lambda.LambdaRuntime} fetches invocations by Lambda's Runtime API. Lambda's own
 * library for that brings a native library for each architecture and C library, three JSON libraries and a class loader, for four
 * messages of HTTP; here they are spoken directly.
 */
@NullMarked
package io.lambdafs.container.lambda;

import org.jspecify.annotations.NullMarked;
