/**
 * Which requests over TCP take so much longer than others of their method that they are sent again to another instance (appendix
 * B of the λFS paper), and how many may be. Knows neither transports nor requests. Start reading at {@link
 * io.lambdafs.client.straggler.StragglerLimits}.
 */
package io.lambdafs.client.straggler;
