/**
 * How a function platform and a function meet, whatever the platform: a {@link io.lambdafs.container.FunctionHandler}
 * is the function, and a {@link io.lambdafs.container.FunctionServer} the adapter of one protocol. The code here and
 * below runs in every function instance, where a client waits for a cold start. So it uses nothing but the JDK and
 * jackson-core's streaming parser, and it knows neither the NameNode nor a platform. Start reading at
 * {@link io.lambdafs.container.FunctionHandler}.
 */
@NullMarked
package io.lambdafs.container;

import org.jspecify.annotations.NullMarked;
