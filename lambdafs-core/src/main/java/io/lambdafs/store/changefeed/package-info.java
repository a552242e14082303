/**
 * The change feed: what committed transactions changed in the namespace, in commit order.
 *
 * <p>It is a capability that a metadata store may have or not. Knows no transactions and no database. Start reading at
 * {@link io.lambdafs.store.changefeed.ChangeFeed}.
 */
@NullMarked
package io.lambdafs.store.changefeed;

import org.jspecify.annotations.NullMarked;
