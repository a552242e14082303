/**
 * What a client does when the platform is short of something: of places for instances, or of calls that it takes; and how it keeps
 * instances warm with few calls. Knows neither transports nor requests. Start reading at {@link
 * io.lambdafs.client.scarcity.OverCommitment}.
 */
package io.lambdafs.client.scarcity;
