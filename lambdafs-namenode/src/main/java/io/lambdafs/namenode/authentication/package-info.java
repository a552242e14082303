/**
 * Authenticates the callers of requests in a cluster in secure mode. Start reading at
 * {@link io.lambdafs.namenode.authentication.AuthenticatedRequests}.
 */
@NullMarked
package io.lambdafs.namenode.authentication;

import org.jspecify.annotations.NullMarked;
