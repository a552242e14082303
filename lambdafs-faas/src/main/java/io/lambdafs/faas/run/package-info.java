/** Runs functions as transactions: begins before, commits after, and runs again what has lost. */
@NullMarked
package io.lambdafs.faas.run;

import org.jspecify.annotations.NullMarked;
