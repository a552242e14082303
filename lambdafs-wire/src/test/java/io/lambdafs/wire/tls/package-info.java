/** Tests of certificates and TLS over real sockets. */
package io.lambdafs.wire.tls;
