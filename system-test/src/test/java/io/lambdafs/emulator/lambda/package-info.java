/**
 * What AWS Lambda is to a client and to a container, as one small server.
 * {@link io.lambdafs.emulator.lambda.LambdaEmulator} has the Invoke API, checks signatures and limits, starts a sandbox
 * for each invocation that finds none free, and freezes it between two.
 */
@NullMarked
package io.lambdafs.emulator.lambda;

import org.jspecify.annotations.NullMarked;
