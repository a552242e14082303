/**
 * An instance that keeps a cache and is no member: it asks the store's change feed at the beginning of each request what has
 * changed, forgets that, and answers from what is left. For platforms that freeze instances between two calls.
 *
 * <p>Its writes are a member's, for as long as they last. Knows the store's and the coordinator's ports. Start reading at
 * {@link io.lambdafs.namenode.validate.FeedCache}.
 */
@NullMarked
package io.lambdafs.namenode.validate;

import org.jspecify.annotations.NullMarked;
