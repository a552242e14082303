/** Transactions and tables that hand on to others, for those that change only a part of what these do. */
@NullMarked
package io.lambdafs.store.forwarding;

import org.jspecify.annotations.NullMarked;
