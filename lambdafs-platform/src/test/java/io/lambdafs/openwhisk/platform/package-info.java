/** Tests of the platform, most of them against real processes of {@link io.lambdafs.openwhisk.platform.EchoAction}. */
@NullMarked
package io.lambdafs.openwhisk.platform;

import org.jspecify.annotations.NullMarked;
