/**
 * Anti-thrashing by latency (appendix C of the λFS paper): when calls take much longer than they did, and the platform has no room
 * for more instances, a client uses those that are there. Knows neither transports nor requests. Start reading at {@link
 * io.lambdafs.client.calm.AntiThrashing}.
 */
package io.lambdafs.client.calm;
