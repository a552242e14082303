/**
 * How a client lets the platform see load. Instances say in each answer how loaded they are. The client replaces more calls by
 * HTTP while they are, because the platform counts HTTP calls only. Knows neither transports nor requests. Start reading at
 * {@link io.lambdafs.client.scaling.ClientScaleOut}.
 */
package io.lambdafs.client.scaling;
