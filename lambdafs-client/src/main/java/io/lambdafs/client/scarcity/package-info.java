/**
 * What a client does when the platform has no room for more instances, or takes no more calls, and how the client keeps
 * instances warm with few calls. Knows neither transports nor requests. Start reading at
 * {@link io.lambdafs.client.scarcity.OverCommitment}.
 */
package io.lambdafs.client.scarcity;
