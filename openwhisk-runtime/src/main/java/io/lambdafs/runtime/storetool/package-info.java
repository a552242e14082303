/** What operators ask of a stack's store: its change feed, its figures, a backup. Start reading at {@link io.lambdafs.runtime.storetool.StoreTool}. */
@NullMarked
package io.lambdafs.runtime.storetool;

import org.jspecify.annotations.NullMarked;
