/** How calls fail, for programs that carry calls on for others. Knows nothing of how calls are made. */
package io.lambdafs.client.failure;
