/** Which calls' durations say something about each other. */
package io.lambdafs.client.latency;
