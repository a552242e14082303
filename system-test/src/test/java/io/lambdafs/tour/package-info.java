/**
 * Tests of what somebody meets who runs the command for the first time: the tour, stopping and starting again, a user of no
 * rights, a store of their own.
 *
 * <p>Knows {@code bin/lambdafs} and what it prints. Start reading at {@code QuickstartTest}.
 */
@NullMarked
package io.lambdafs.tour;

import org.jspecify.annotations.NullMarked;
