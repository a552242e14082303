/** The processes of a stack, as the operating system knows them. This package knows nothing of what they are for. */
@NullMarked
package io.lambdafs.cli.process;

import org.jspecify.annotations.NullMarked;
