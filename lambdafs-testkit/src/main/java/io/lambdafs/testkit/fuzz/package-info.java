/**
 * What all fuzz targets share: the inputs that are kept, random ones with a seed, and the start of Jazzer. A target is a class
 * with a static method {@code fuzzerTestOneInput(byte[])} that throws if an input does harm. {@link FuzzContract} is its test.
 */
@NullMarked
package io.lambdafs.testkit.fuzz;

import org.jspecify.annotations.NullMarked;
