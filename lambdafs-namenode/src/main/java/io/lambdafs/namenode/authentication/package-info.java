/**
 * Who makes a request, in a cluster in secure mode. Start reading at
 * {@link io.lambdafs.namenode.authentication.AuthenticatedRequests}.
 */
package io.lambdafs.namenode.authentication;
