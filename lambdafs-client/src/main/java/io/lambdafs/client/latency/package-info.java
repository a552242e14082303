/** How long calls take, counted so that percentiles can be told. Knows nothing of what is counted. */
package io.lambdafs.client.latency;
