/**
 * The caller's identity: the user of this process as Hadoop's simple authentication knows it. A check keeps a user of
 * Kerberos from falling back to simple authentication without notice. In secure mode also the key that a call is signed
 * with: of a delegation token, which a gateway issues for a Kerberos ticket, or of a service. Knows nothing of the
 * calls. Start reading at {@link io.lambdafs.client.authentication.CallerIdentity} and
 * {@link io.lambdafs.client.authentication.CallKeys}.
 */
package io.lambdafs.client.authentication;
