/** The stores that a stack has of its own: what kinds there are, where their files are, and how the other processes reach them. */
@NullMarked
package io.lambdafs.cli.store;

import org.jspecify.annotations.NullMarked;
