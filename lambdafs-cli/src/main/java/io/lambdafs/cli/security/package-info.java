/** Secure mode of a stack: what was asked for, and the files in the data directory that go with it. */
@NullMarked
package io.lambdafs.cli.security;

import org.jspecify.annotations.NullMarked;
