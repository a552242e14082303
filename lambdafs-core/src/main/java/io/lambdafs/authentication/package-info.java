/**
 * What a cluster in secure mode keeps in the store to know its callers: delegation tokens, and the keys of services that speak for
 * others.
 *
 * <p>A cluster whose store has a service key is in secure mode. Start reading at {@link io.lambdafs.authentication.SecurityMode}.
 */
@NullMarked
package io.lambdafs.authentication;

import org.jspecify.annotations.NullMarked;
