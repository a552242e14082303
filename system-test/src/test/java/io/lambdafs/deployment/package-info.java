/**
 * What stands in for an OpenWhisk cluster, which none of these tests has: OpenWhisk's own client calls the local platform,
 * and a container's program is called as OpenWhisk's invoker calls it.
 *
 * <p>Start with {@code OpenWhiskClientTest} for the platform's side and {@code ContainerTest} for the function's.
 */
@NullMarked
package io.lambdafs.deployment;

import org.jspecify.annotations.NullMarked;
