/**
 * How a client reaches the functions of a platform by HTTP: one {@link io.lambdafs.client.platform.FunctionPlatform} for each kind of
 * platform, which knows its addresses, its proofs of identity, its limits and what its statuses mean. Nothing outside this package
 * does. Start reading there.
 */
package io.lambdafs.client.platform;
