/**
 * A local platform that speaks OpenWhisk's REST interface and container protocol and runs every function instance as a
 * process of its own: for one machine without Docker or Kubernetes. It knows nothing of file systems or NameNodes; what
 * an action's image stands for is a command line in its configuration.
 *
 * <p>This package puts together what the four below it do: {@code rest} (the interface), {@code pool} (which instance
 * serves which call), {@code process} (instances as processes) and {@code storage} (files). Start reading at {@link
 * io.lambdafs.openwhisk.platform.LocalPlatform}.
 */
@NullMarked
package io.lambdafs.openwhisk.platform;

import org.jspecify.annotations.NullMarked;
