/**
 * The secrets of a stack and the files that hold them. Knows nothing of what they open. Start reading at {@link
 * io.lambdafs.cli.secret.StackKey}.
 */
@NullMarked
package io.lambdafs.cli.secret;

import org.jspecify.annotations.NullMarked;
