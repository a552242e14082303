/**
 * Limits of CPU and memory for the processes of instances, with the control groups of Linux where the platform may use them. Knows
 * nothing of instances but their command lines. Start reading at {@link io.lambdafs.openwhisk.platform.limits.ResourceLimits}.
 */
@NullMarked
package io.lambdafs.openwhisk.platform.limits;

import org.jspecify.annotations.NullMarked;
