/**
 * What a store offers so that everything in it can be moved to another store: rows in a store-neutral form, page by page.
 *
 * <p>It is a capability that a metadata store may have or not. Knows no algorithm and no database. Start reading at
 * {@link io.lambdafs.store.move.MovableStore}.
 */
@NullMarked
package io.lambdafs.store.move;

import org.jspecify.annotations.NullMarked;
