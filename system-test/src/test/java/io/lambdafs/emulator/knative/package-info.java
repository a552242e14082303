/**
 * What Knative puts in front of containers, as one small server. {@link io.lambdafs.emulator.knative.Revision} starts a
 * container when the first request comes, holds requests until it is ready, limits how many it gets at once, and ends
 * it with SIGTERM.
 */
@NullMarked
package io.lambdafs.emulator.knative;

import org.jspecify.annotations.NullMarked;
