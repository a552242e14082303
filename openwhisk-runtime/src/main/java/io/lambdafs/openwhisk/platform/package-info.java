/**
 * A local platform that speaks OpenWhisk's REST interface and container protocol and runs every function instance as a
 * process of its own: for one machine without Docker or Kubernetes. It knows nothing of file systems or NameNodes; what
 * an action's image stands for is a command line in its configuration.
 *
 * <p>Three layers: the REST resources ({@link io.lambdafs.openwhisk.platform.RestServer} and the {@code *Resource}
 * classes), the dispatch of calls ({@link io.lambdafs.openwhisk.platform.Dispatcher}, whose decisions are all made in
 * {@link io.lambdafs.openwhisk.platform.ContainerPool}), and the instances (
 * {@link io.lambdafs.openwhisk.platform.InstanceFactory} with its one implementation by processes). Start reading at
 * {@link io.lambdafs.openwhisk.platform.LocalPlatform}, which puts them together.
 */
@NullMarked
package io.lambdafs.openwhisk.platform;

import org.jspecify.annotations.NullMarked;
