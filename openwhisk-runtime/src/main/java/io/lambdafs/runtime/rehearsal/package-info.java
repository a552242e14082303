/**
 * A stage on which an instance that has time before it is needed rehearses reads: a namespace of three entries and a cluster without other
 * members, both in memory. The instance's code is compiled by that, and nobody else hears of it.
 */
@NullMarked
package io.lambdafs.runtime.rehearsal;

import org.jspecify.annotations.NullMarked;
