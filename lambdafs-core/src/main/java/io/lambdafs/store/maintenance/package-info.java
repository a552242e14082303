/** What operators ask of a store: its figures, and a backup. */
@NullMarked
package io.lambdafs.store.maintenance;

import org.jspecify.annotations.NullMarked;
