/** How long things took, counted alike by clients and servers. */
package io.lambdafs.wire.latency;
