/**
 * TLS for every hop of a stack in secure mode: certificates and keys in PEM files that are read again when they change. Knows
 * nothing of what is sent. Start reading at {@link io.lambdafs.wire.tls.TlsContexts}.
 */
package io.lambdafs.wire.tls;
