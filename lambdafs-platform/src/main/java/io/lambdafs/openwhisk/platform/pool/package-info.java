/**
 * Which instance serves which call, and what the container protocol makes of it. Knows actions, calls and instances,
 * but neither HTTP's REST side nor what an instance is made of: {@link
 * io.lambdafs.openwhisk.platform.pool.InstanceFactory} is its port for that. All decisions are in {@link
 * io.lambdafs.openwhisk.platform.pool.ContainerPool}, which is pure; {@link
 * io.lambdafs.openwhisk.platform.pool.Dispatcher} carries them out. Start reading there.
 */
@NullMarked
package io.lambdafs.openwhisk.platform.pool;

import org.jspecify.annotations.NullMarked;
