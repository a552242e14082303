/** What tests of real processes share. */
@NullMarked
package io.lambdafs.testkit;

import org.jspecify.annotations.NullMarked;
