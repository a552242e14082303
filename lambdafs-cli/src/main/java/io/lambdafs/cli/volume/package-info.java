/** What the DataNodes of a stack keep blocks on. */
@NullMarked
package io.lambdafs.cli.volume;

import org.jspecify.annotations.NullMarked;
