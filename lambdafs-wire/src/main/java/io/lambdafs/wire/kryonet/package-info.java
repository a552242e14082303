/** How KryoNet, with which both ends of a TCP connection are specified, carries the frames of the protocol. */
package io.lambdafs.wire.kryonet;
