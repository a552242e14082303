/**
 * The function side of OpenWhisk's container protocol: a small HTTP server that turns {@code POST /init} and
 * {@code POST /run} into calls of an {@link io.lambdafs.container.FunctionHandler}. It runs in every function instance,
 * where a client waits for a cold start. So it uses nothing but the JDK and jackson-core's streaming parser, and it
 * knows neither the NameNode nor the platform. Start reading at {@link io.lambdafs.openwhisk.action.ActionServer}.
 */
@NullMarked
package io.lambdafs.openwhisk.action;

import org.jspecify.annotations.NullMarked;
