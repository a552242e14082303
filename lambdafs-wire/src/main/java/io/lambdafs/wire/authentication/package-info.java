/**
 * How a request proves who makes it, in a cluster in secure mode.
 *
 * <p>A request names a {@link io.lambdafs.wire.authentication.Credential} and carries an HMAC over all that it says, made with the
 * secret that belongs to the credential. The secret itself is never sent. A NameNode that knows the secret computes the HMAC again.
 */
package io.lambdafs.wire.authentication;
