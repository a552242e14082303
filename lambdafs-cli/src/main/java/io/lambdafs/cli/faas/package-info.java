/** {@code lambdafs volume} and {@code lambdafs faas}: volumes of files for functions, and functions that run as transactions on them. */
@NullMarked
package io.lambdafs.cli.faas;

import org.jspecify.annotations.NullMarked;
