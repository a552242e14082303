/**
 * Who calls: the user of this process as Hadoop's simple authentication knows it, and the check that nobody with Kerberos comes to be
 * called by simple authentication unnoticed. Knows nothing of the calls. Start reading at {@link
 * io.lambdafs.client.authentication.CallerIdentity}.
 */
package io.lambdafs.client.authentication;
