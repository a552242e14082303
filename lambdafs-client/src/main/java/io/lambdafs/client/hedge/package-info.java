/** The means to send a request a second way while it waits, and to end the first wait: threads, and cancellation. */
package io.lambdafs.client.hedge;
