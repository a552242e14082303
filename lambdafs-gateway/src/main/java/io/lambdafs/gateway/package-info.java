/**
 * The gateway: a process by which clients without the plugin reach λFS.
 *
 * <p>It keeps nothing: any number of gateways may run, and a client may go from one to another in the middle of a call. Start
 * reading at {@link io.lambdafs.gateway.Gateway}.
 */
@NullMarked
package io.lambdafs.gateway;

import org.jspecify.annotations.NullMarked;
