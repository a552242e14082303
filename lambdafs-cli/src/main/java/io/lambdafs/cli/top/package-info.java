/**
 * {@code lambdafs top}: what a stack does now, again and again.
 *
 * <p>Knows nothing but the text of the platform's metrics. Two readings make one picture. Start reading at
 * {@link io.lambdafs.cli.top.TopCommand}.
 */
@NullMarked
package io.lambdafs.cli.top;

import org.jspecify.annotations.NullMarked;
