/**
 * Clients without the plugin against the gateways of a running system. Start with {@code GatewayTest}.
 */
@NullMarked
package io.lambdafs.gateway;

import org.jspecify.annotations.NullMarked;
