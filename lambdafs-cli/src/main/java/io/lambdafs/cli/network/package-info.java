/**
 * Where a stack listens, and what that means for its safety.
 *
 * <p>Start reading at {@link io.lambdafs.cli.network.BindAddress}. This package knows nothing of the stack's components.
 */
@NullMarked
package io.lambdafs.cli.network;

import org.jspecify.annotations.NullMarked;
