/**
 * Figures beside their targets, and what a program ends with that missed one.
 *
 * <p>May know nothing of how figures are measured. Start reading at {@link io.lambdafs.benchmark.verdict.Target}.
 */
@NullMarked
package io.lambdafs.benchmark.verdict;

import org.jspecify.annotations.NullMarked;
